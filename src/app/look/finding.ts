import type { SandboxState } from "../../core/ports/commands.ts";

/** The result of one check. Only `wrong` makes the examination fail. */
export interface Finding {
  readonly topic: string;
  readonly state: "fine" | "note" | "wrong";
  readonly text: string;
}

export function fine(topic: string, text: string): Finding {
  return { topic, state: "fine", text };
}

export function note(topic: string, text: string): Finding {
  return { topic, state: "note", text };
}

export function wrong(topic: string, text: string): Finding {
  return { topic, state: "wrong", text };
}

/** One wrong thing counts once: what says again what an earlier finding said becomes a note that points there. */
export function toldOnce(earlier: readonly Finding[], finding: Finding): Finding {
  const said = earlier.find(({ state, text }) => state === "wrong" && finding.text.includes(text));
  if (finding.state === "fine" || !said) return finding;
  return note(
    finding.topic,
    finding.text.replace(said.text, () => `see ${said.topic}`),
  );
}

/** Without one the team talks, and builds nothing unless the person wants none. */
export function sandboxFinding(sandbox: SandboxState): Finding {
  if (sandbox.state === "missing")
    return wrong("sandbox", `none, so nothing can be built: ${sandbox.why}. ${sandbox.remedy}`);
  if (sandbox.state === "off")
    return note("sandbox", `none, so checks run without one and engineers run no commands: ${sandbox.why}`);
  const { kind, version, weaker = [] } = sandbox;
  const name = [kind, ...(version === undefined ? [] : [version])].join(" ");
  if (weaker.length === 0) return fine("sandbox", `${name} keeps engineers' commands in their worktrees`);
  return note("sandbox", `${name}, with less than usual: ${weaker.join("; ")}`);
}

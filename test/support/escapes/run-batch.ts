import { mkdtemp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { noKeys } from "../../../src/core/text/redaction.ts";
import type { MadeTargets } from "../../../src/workspace/attack/make-targets.ts";
import { type CommandEnd, runCommand } from "../../../src/workspace/processes/run-command.ts";
import type { Sandbox } from "../../../src/workspace/sandbox/sandbox.ts";
import { noAbort } from "../git-place.ts";
import { type Escape, quoted } from "./escape.ts";
import { pythonBatch } from "./python-batch.ts";

export interface Tried {
  readonly name: string;
  /** It ended well, so nothing held it. */
  readonly through: boolean;
  readonly said: string;
}

/** Before the number of an attempt, its exit code and its words. */
const mark = "@@tried@@";

/** Tries many, one after the other, in one start of the sandbox. */
export async function runBatch(
  sandbox: Sandbox,
  targets: MadeTargets,
  escapes: readonly Escape[],
  language: "sh" | "python",
): Promise<readonly Tried[]> {
  const script = language === "sh" ? shellBatch(escapes) : pythonBatch(escapes);
  const { output } = await inBatch(sandbox, targets, script, language === "sh" ? "sh" : "/usr/bin/python3");
  return resultsIn(output, escapes);
}

/** Runs a script in the sandbox. */
export async function inBatch(
  sandbox: Sandbox,
  { worktree, temporary, repository }: MadeTargets,
  script: string,
  program = "sh",
): Promise<CommandEnd> {
  const own = await mkdtemp(join(temporary, "batch-"));
  const place = { worktree, temporary: own, commonDir: join(repository, ".git") };
  const { start, env, worktree: inside } = await sandbox.enter(place);
  await writeFile(join(worktree, "batch"), script);
  const command = `cd ${quoted(inside)} && ${program} ./batch`;
  const about = { start, env, cwd: worktree, record: `${own}.record`, redaction: noKeys, timeoutMs: 60_000 };
  const { fileBytes } = inBatch;
  return runCommand({ command, ...about, mostBytes: 1_000_000, limits: { fileBytes } }, noAbort);
}
inBatch.fileBytes = 10_000_000;

function shellBatch(escapes: readonly Escape[]): string {
  const all = escapes.map(
    ([, act], at) =>
      `timeout 10 sh -c ${quoted(act)} > /tmp/said 2>&1 < /dev/null; printf '${mark}%s ' "${at} $?"; head -c 400 /tmp/said`,
  );
  return `${all.join("\n")}\n`;
}

function resultsIn(output: string, escapes: readonly Escape[]): readonly Tried[] {
  const found = new Map<number, { readonly exit: number; readonly said: string }>();
  for (const part of output.split(mark)) {
    const [, at, exit, said = ""] = /^(\d+) (\d+) (.*)$/s.exec(part) ?? [];
    if (at !== undefined) found.set(Number(at), { exit: Number(exit), said: said.trim() });
  }
  return escapes.map(([name], at) => {
    const one = found.get(at);
    return { name, through: one?.exit === 0, said: one?.said ?? "it was not tried" };
  });
}

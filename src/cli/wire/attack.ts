import type { Folders } from "../../config/folders.ts";
import { Fault } from "../../core/fault.ts";
import type { Attacked } from "../../workspace/attack/attack.ts";
import { sandboxHere } from "./sandbox.ts";

const mostMs = 20_000;

/** Tries the ways out of this machine's sandbox, in a folder beside the worktrees. */
export async function* attackHere(
  folders: Folders,
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): AsyncIterable<Attacked> {
  const { found } = await sandboxHere(folders, env);
  if (found.kind === "missing")
    throw new Fault("machine.lacking", `There is no sandbox to attack: ${found.why}. ${found.remedy}`);
  if (found.kind === "off")
    throw new Fault("machine.lacking", `There is no sandbox to attack: ${found.why}.`);
  if (found.sandbox.kind === "outer")
    throw new Fault(
      "machine.lacking",
      'Your settings say that this whole machine is the sandbox ("outer"). Huddle cannot try ways out of it.',
    );
  const { attack } = await import("../../workspace/attack/attack.ts");
  const until = Date.now() + mostMs;
  const isLate = () => Date.now() > until;
  yield* attack({ sandbox: found.sandbox, env, below: folders.state, signal, isLate });
}

import type { State } from "../../core/state/state.ts";
import type { Task } from "../../core/state/task.ts";
import { threadNamed } from "../../core/state/threads.ts";
import { toArray } from "../../core/text/appended.ts";
import { pathList } from "../../core/text/path-list.ts";

/**
 * For the reviewer: what the author's commands changed although only a person may. Their newest run tells, because
 * nothing else changes such paths. Empty: nothing.
 */
export function heldBackWords(state: State, task: Task): string {
  const held = heldBack(state, task);
  if (held.length === 0) return "";
  return `Not part of the change, although commands of its author changed it: ${pathList(held)}. Only a person changes this, or it would bring a key, a link out of the project or what set-up installs into the commit, so the commit has it as before. If the task needs it, ask for changes that do without, and say what a person should do.`;
}

function heldBack(state: State, { id, attempt }: Task): readonly string[] {
  const calls = (threadNamed(state, `coding/${id}.${attempt}`)?.loops ?? [])
    .flatMap(({ asks }) => toArray(asks))
    .flatMap(({ reply }) => reply?.calls ?? []);
  const runs = calls.flatMap((call) =>
    call.status === "settled" && call.result.ran?.tree !== undefined ? [call.result.ran] : [],
  );
  return runs.at(-1)?.held ?? [];
}

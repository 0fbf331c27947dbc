import type { BoardRow } from "../../core/views/plan/board.ts";
import { oneLine } from "./plain-text.ts";

/** One line per task: id, state, who, title, what it waits for. */
export function boardLines(tasks: readonly BoardRow[]): readonly string[] {
  const widest = (pick: (task: BoardRow) => string) => Math.max(...tasks.map((task) => pick(task).length));
  const [ids, states, owners] = [
    widest((task) => task.id),
    widest((task) => task.state),
    widest((task) => task.owner),
  ];
  return tasks.map((task) => {
    const after =
      task.state === "queued" && task.dependsOn.length > 0 ? ` (after ${task.dependsOn.join(", ")})` : "";
    const commit = task.commit === undefined ? "" : ` ${task.commit.slice(0, 8)}`;
    return `  ${task.id.padEnd(ids)}  ${task.state.padEnd(states)}  ${task.owner.padEnd(owners)}  ${oneLine(task.title)}${after}${commit}`;
  });
}

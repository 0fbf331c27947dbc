import { oneLine } from "../../core/views/plain-text.ts";
import { type BoardRow, sameFilesWords } from "../../core/views/plan/board.ts";

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
      task.state === "queued" && task.dependsOn.length > 0
        ? ` (after ${task.dependsOn.map((id) => waitedFor(id, tasks)).join(", ")})`
        : "";
    const waits = sameFilesWords(task);
    const files = waits === "" ? "" : ` (${waits})`;
    const commit = task.commit === undefined ? "" : ` ${task.commit.slice(0, 8)}`;
    return `  ${task.id.padEnd(ids)}  ${task.state.padEnd(states)}  ${task.owner.padEnd(owners)}  ${oneLine(task.title)}${after}${files}${commit}${openCriteria(task)}`;
  });
}

/** How many of its criteria a review found met, where that is not all of them. */
function openCriteria({ criteria }: BoardRow): string {
  if (!criteria || criteria.met === criteria.of) return "";
  return ` (${criteria.met} of ${criteria.of} criteria met)`;
}

/** A task that others wait for, and why that takes longer than its turn. */
function waitedFor(id: string, tasks: readonly BoardRow[]): string {
  const state = tasks.find((task) => task.id === id)?.state;
  if (state === "failed") return `${id}, which failed`;
  return state === "needs you" ? `${id}, which needs you` : id;
}

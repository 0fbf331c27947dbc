import { type BoardRow, boardOf } from "../../core/views/board.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import type { CommonOptions } from "../options.ts";
import { oneLine } from "../plain-text.ts";
import { report } from "../report.ts";
import type { Wire } from "../wire.ts";
import { withSession } from "../with-session.ts";

/** `huddle tasks`: the board, layer by layer. */
export async function tasksCommand(wire: Wire, options: CommonOptions): Promise<ExitCode> {
  return withSession(wire, options, async ({ files, heading, next }) => {
    const tasks = boardOf(files.journal.state());
    const lines = tasks.length === 0 ? ["There are no tasks yet: the plan makes them."] : boardLines(tasks);
    report(wire, options, { session: files.id, tasks }, [...heading, ...lines], await next());
    return exitCodes.finished;
  });
}

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

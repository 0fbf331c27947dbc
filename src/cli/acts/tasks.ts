import { waitingPlan } from "../../app/look/estimate.ts";
import { nextAt } from "../../app/look/next-for.ts";
import { withSession } from "../../app/sessions/with-session.ts";
import type { State } from "../../core/state/state.ts";
import { buildersOf } from "../../core/terms/policy.ts";
import { type BoardRow, boardOf } from "../../core/views/plan/board.ts";
import { type GraphRow, graphRows } from "../../core/views/plan/graph.ts";
import { drawnTasks } from "../../core/views/plan/plan-graph.ts";
import { type PlanShape, shapeLines, shapeOf } from "../../core/views/plan/plan-shape.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { wrap } from "../face/wrap.ts";
import type { CommonOptions } from "../options.ts";
import { headingOf } from "../print/heading.ts";
import { oneLine, plainText } from "../print/plain-text.ts";
import { report } from "../print/report.ts";
import { widthFor } from "../terminal/terminal.ts";
import type { Wire } from "../wire/wire.ts";

export interface TasksOptions extends CommonOptions {
  readonly graph?: boolean;
}

/** `huddle tasks`: the board, layer by layer; with `--graph` what waits for what, and how many it is work for. */
export async function tasksAct(wire: Wire, options: TasksOptions): Promise<ExitCode> {
  return withSession(await wire.openProject(), options.session, async (at) => {
    const { files } = at;
    const state = files.journal.state();
    const tasks = boardOf(state);
    const drawn = options.graph ? graphOf(state, tasks) : undefined;
    const lines = drawn ? graphLines(wire, drawn) : boardLines(tasks);
    const document = { session: files.id, tasks, ...(drawn && { graph: drawn.shape }) };
    report(
      wire,
      options,
      document,
      [...headingOf(at), ...(lines.length > 0 ? lines : nothing)],
      await nextAt(at),
    );
    return exitCodes.finished;
  });
}

const nothing = ["There are no tasks yet: the plan makes them."];

interface Drawn {
  readonly rows: readonly GraphRow[];
  readonly shape: PlanShape;
}

/** What is being built; before that, the plan that waits. */
function graphOf(state: State, tasks: readonly BoardRow[]): Drawn | undefined {
  const plan = waitingPlan(state);
  const rows = tasks.length > 0 ? tasks : plan && drawnTasks(plan, state);
  return rows && { rows, shape: shapeOf(rows, buildersOf(state.session.seats).length) };
}

function graphLines(wire: Wire, { rows, shape }: Drawn): readonly string[] {
  const width = widthFor(wire.terminal);
  return [
    ...graphRows(rows, width - 2).map((row) => `  ${plainText(row)}`),
    ...shapeLines(shape).flatMap((line) => wrap(line, width)),
  ];
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

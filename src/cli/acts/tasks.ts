import { waitingPlan } from "../../app/look/estimate.ts";
import { nextAt } from "../../app/look/next-for.ts";
import { withSession } from "../../app/sessions/with-session.ts";
import type { State } from "../../core/state/state.ts";
import { tasksInOrder } from "../../core/state/tasks-in-order.ts";
import { plainText } from "../../core/views/plain-text.ts";
import { type BoardRow, boardOf } from "../../core/views/plan/board.ts";
import { graphRows } from "../../core/views/plan/graph.ts";
import { drawnTasks, type PlanGraph, planShape } from "../../core/views/plan/plan-graph.ts";
import { shapeLines } from "../../core/views/plan/plan-shape.ts";
import { wrap } from "../../core/views/rows/wrap.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import type { CommonOptions } from "../options.ts";
import { boardLines } from "../print/board-lines.ts";
import { headingOf } from "../print/heading.ts";
import { report } from "../print/report.ts";
import { widthFor } from "../print/wrapped.ts";
import type { Wire } from "../wire/wire.ts";

export interface TasksOptions extends CommonOptions {
  readonly graph?: boolean;
}

/** `huddle tasks`: the board, layer by layer; with `--graph` what waits for what, and how many engineers it can use. */
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

/** The tasks being built; before that, the plan that waits. */
function graphOf(state: State, tasks: readonly BoardRow[]): PlanGraph | undefined {
  const plan = waitingPlan(state);
  const drawn = tasks.length > 0 ? tasks : plan && drawnTasks(plan, state);
  const planned = tasks.length > 0 ? { tasks: tasksInOrder(state).map((task) => task.plan) } : plan;
  return drawn && planned && { tasks: drawn, shape: planShape(planned, state) };
}

function graphLines(wire: Wire, { tasks, shape }: PlanGraph): readonly string[] {
  const width = widthFor(wire.terminal);
  return [
    ...graphRows(tasks, width - 2).map((row) => `  ${plainText(row)}`),
    ...shapeLines(shape).flatMap((line) => wrap(line, width)),
  ];
}

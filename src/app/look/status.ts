import { decide } from "../../core/decide/decide.ts";
import type { SessionFiles } from "../../core/ports/sessions.ts";
import { budgetInForce, leftOf } from "../../core/rules/budget.ts";
import type { Totals } from "../../core/state/money.ts";
import type { Instant } from "../../core/terms/ids.ts";
import type { Pace, Phase } from "../../core/terms/phase.ts";
import { type Cap, isRehearsal, type Policy, type Seat } from "../../core/terms/policy.ts";
import type { Estimate } from "../../core/views/cost/estimate.ts";
import type { SizeEstimate } from "../../core/views/cost/size-estimate.ts";
import { type InboxItem, inboxOf } from "../../core/views/inbox/inbox.ts";
import type { NextStep } from "../../core/views/next/next-step.ts";
import { type BoardRow, boardOf } from "../../core/views/plan/board.ts";
import { noticesOf } from "../../core/views/plan/notices.ts";
import { stepWords } from "../../core/views/plan/step-words.ts";
import { atRest } from "../at-rest.ts";
import type { Project } from "../project.ts";
import { livingRunner } from "../run/take-lease.ts";
import { cutOffWords } from "./cut-off.ts";
import { estimateFor, sizeEstimateFor } from "./estimate.ts";
import { nextFor } from "./next-for.ts";

/** How a session stands, computed from its events. Who is at work comes from the processes that are running. */
export interface Status {
  readonly session: string;
  readonly title: string;
  readonly openedAt: Instant;
  readonly over: string | undefined;
  readonly phase: Phase | undefined;
  readonly pace: Pace;
  readonly team: readonly Pick<Seat, "id" | "role">[];
  readonly turns: number;
  readonly decisions: number;
  readonly events: number;
  /** The end of its log was cut off. */
  readonly cutOff?: string;
  /** The process that runs it now. */
  readonly runner: { readonly host: string; readonly pid: number } | undefined;
  /** What the team does now, or would do in a run. */
  readonly steps: readonly string[];
  readonly inbox: readonly InboxItem[];
  readonly tasks: readonly BoardRow[];
  /** What green checks do not show. */
  readonly notices: readonly string[];
  /** An estimate of the remaining work, while a plan waits. */
  readonly estimate?: Estimate;
  /** An estimate for each size of meeting, while the person is asked to choose. */
  readonly sizeEstimate?: SizeEstimate;
  /** What it may spend, grants included. Null: there is no limit. */
  readonly budget: NonNullable<Policy["budget"]> | null;
  /** What is left of the session's own budget. */
  readonly left?: Cap;
  /** A scripted team costs nothing. */
  readonly scripted: boolean;
  readonly spent: Pick<Totals, "asked" | "replied" | "input" | "output">;
  readonly next: NextStep;
}

export async function statusOf(project: Project, files: SessionFiles, named: boolean): Promise<Status> {
  const state = files.journal.state();
  const now = project.clock.now();
  const living = await livingRunner(project, files);
  const runner = living && { host: living.host, pid: living.pid };
  const { session, stage, money } = state;
  const budget = budgetInForce(state);
  const limits = Object.keys(budget);
  const left = leftOf(state, "session")?.left;
  const cutOff = cutOffWords(files);
  const estimate = await estimateFor(project, files);
  const sizeEstimate = await sizeEstimateFor(project, files);
  return {
    session: files.id,
    title: session.title,
    openedAt: session.openedAt,
    over: session.ending?.why,
    phase: stage?.phase,
    pace: session.policy.pace,
    team: session.seats.map(({ id, role }) => ({ id, role })),
    turns: state.turns,
    decisions: state.ledger.length,
    events: state.head,
    ...(cutOff !== undefined && { cutOff }),
    runner,
    steps: decide(runner ? state : atRest(state), now).steps.map((step) => stepWords(step.key)),
    inbox: inboxOf(state, now),
    tasks: boardOf(state),
    notices: noticesOf(state),
    ...(estimate && { estimate }),
    ...(sizeEstimate && { sizeEstimate }),
    budget: limits.length > 0 ? budget : null,
    ...(left && { left }),
    scripted: isRehearsal(session.seats),
    spent: { asked: money.asked, replied: money.replied, input: money.input, output: money.output },
    next: nextFor({ session: files.id, state, running: runner !== undefined, named }, now),
  };
}

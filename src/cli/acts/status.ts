import { firstStep } from "../../app/look/next-for.ts";
import { type Status, statusOf } from "../../app/look/status.ts";
import { groomingsOf } from "../../app/sessions/groomings.ts";
import { findSession } from "../../app/sessions/pick-session.ts";
import { estimateLines } from "../../core/views/cost/estimate.ts";
import { budgetText, capText } from "../../core/views/cost/money-text.ts";
import { sizeEstimateLines } from "../../core/views/cost/size-estimate.ts";
import { originLines } from "../../core/views/inbox/screen/origin-lines.ts";
import { phaseWords } from "../../core/views/phase-words.ts";
import { oneLine } from "../../core/views/plain-text.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import type { CommonOptions } from "../options.ts";
import { boardLines } from "../print/board-lines.ts";
import { report } from "../print/report.ts";
import { withTime } from "../print/with-time.ts";
import type { Wire } from "../wire/wire.ts";

/** `huddle status`: how things stand. */
export async function statusAct(wire: Wire, options: CommonOptions): Promise<ExitCode> {
  const project = await wire.openProject();
  const ids = await project.sessions.list();
  const picked = await findSession(project, options.session);
  if (!picked) {
    const topics = (await groomingsOf(project)).map(({ session }) => session).toReversed();
    const groomings = topics.length === 0 ? [] : [`Groomings: ${shortened(topics)}. See: huddle groom list`];
    const lines = [`No session in ${project.root} yet.`, ...groomings];
    report(wire, options, { session: null, ...(ids.length > 0 && { sessions: ids }) }, lines, firstStep);
    return exitCodes.finished;
  }
  const { files, oneOfMany } = picked;
  try {
    const status = await statusOf(project, files, options.session !== undefined && oneOfMany);
    report(wire, options, statusDocument(status, ids), statusLines(status, ids), status.next);
    return exitCodes.finished;
  } finally {
    await files.close();
  }
}

/** The same for scripts, without the next step. `ids`: all sessions. */
export function statusDocument({ next: _, ...status }: Status, ids: readonly string[]) {
  const { over = null, phase = null, runner = null } = status;
  return { ...status, over, phase, runner, sessions: ids };
}

export function statusLines(status: Status, ids: readonly string[]): readonly string[] {
  const others = ids.filter((id) => id !== status.session);
  const { tasks, inbox, spent, estimate, sizeEstimate } = status;
  const lines = [
    `${status.session}: ${oneLine(status.title)}`,
    `  ${place(status)}; ${count(status.turns, "turn")}, ${count(status.decisions, "decision")}, ${count(spent.replied, "model reply", "model replies")}`,
    `  Team: ${status.team.map(({ id, role }) => (id === role ? id : `${id} (${role})`)).join(", ")}`,
    `  Budget: ${budgetWords(status)}`,
    `  ${whoRuns(status)}`,
    ...(status.cutOff === undefined ? [] : [`  ! ${status.cutOff}`]),
  ];
  const expected = [
    ...(estimate ? estimateLines(estimate) : []),
    ...(sizeEstimate ? sizeEstimateLines(sizeEstimate) : []),
  ];
  const waits = inbox.flatMap((item) => [
    `  ${item.id.padEnd(5)} ${withTime(item.title, item.until)}`,
    ...originLines(item.escalation).map((line) => `        ${line}`),
  ]);
  return [
    ...lines,
    ...(tasks.length > 0 ? ["Tasks:", ...boardLines(tasks)] : []),
    ...status.notices.map((notice) => `  ! ${oneLine(notice)}`),
    ...(waits.length > 0 ? ["Waiting for you:", ...waits] : []),
    ...expected.map((line) => `        ${oneLine(line)}`),
    ...(others.length > 0 ? [`Other sessions: ${shortened(others)}`] : []),
  ];
}

function place(status: Status): string {
  if (status.over !== undefined) return `Over: ${oneLine(status.over)}`;
  return status.phase === undefined ? "Not begun" : `In ${phaseWords(status.phase)}`;
}

function budgetWords({ budget, left, scripted, over }: Status): string {
  if (budget) return `${budgetText(budget)}${left ? `; ${capText(left)} left` : ""}`;
  if (scripted) return "none; a scripted team costs nothing";
  return over === undefined ? "none; huddle run --budget <dollars> sets one" : "none";
}

function whoRuns({ runner, steps, over, inbox }: Status): string {
  if (over !== undefined) return "Nobody is at work on it.";
  const waits = inbox.some(({ until }) => until !== undefined);
  const still = waits ? "a wait that ends by itself, or with you" : "nothing to do without you";
  const now = steps.length > 0 ? steps.join("; ") : still;
  if (runner) return `At work (process ${runner.pid} on ${runner.host}): ${now}`;
  return `Nobody is at work on it. Next would be: ${now}`;
}

function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

function shortened(ids: readonly string[]): string {
  const newest = ids.slice(-5).toReversed().join(", ");
  return ids.length > 5 ? `${newest} and ${ids.length - 5} older` : newest;
}

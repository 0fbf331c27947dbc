import { isAllCancelled } from "../rules/cancel-tasks.ts";
import { isLongWait } from "../state/long-wait.ts";
import type { Approval } from "../state/session.ts";
import type { State } from "../state/state.ts";
import type { Loop } from "../state/thread.ts";
import { threadNamed } from "../state/threads.ts";
import type { Instant } from "../terms/ids.ts";
import { type Phase, phases } from "../terms/phase.ts";
import { phasesOf } from "../terms/policy.ts";
import { isEmpty } from "../text/record.ts";
import { baselineCandidates } from "./candidates-baseline.ts";
import { errandCandidates, isErrand, isOnErrand } from "./candidates-errands.ts";
import { floorCandidates } from "./candidates-floor.ts";
import { doneAtSeq, talkCandidates } from "./candidates-talk.ts";
import { grant } from "./grant.ts";
import type { Candidate, Decided, Ending, Step } from "./step.ts";
import { talkWaits } from "./talk-waits.ts";
import { approvalWaits, openApproval } from "./waits/approval.ts";
import { baselineWaits } from "./waits/baseline.ts";
import { budgetWaits } from "./waits/budget.ts";
import { layerWaits } from "./waits/floor/layer.ts";
import { splitWaits } from "./waits/floor/split.ts";
import { providerWaits } from "./waits/provider.ts";
import { questionWaits, taskQuestions } from "./waits/question.ts";
import { builds, shipWaits } from "./waits/ship.ts";
import { stuckWaits } from "./waits/stuck.ts";
import { taskWaits } from "./waits/task.ts";
import type { Wait } from "./waits/wait.ts";
import { windowWaits } from "./waits/window.ts";

/** Every step wanted now, what waits for a person, and when to look again. Pure: time is an argument. */
export function decide(state: State, now: Instant): Decided {
  if (state.session.opened === 0)
    return { steps: [], waits: [], ending: { kind: "failed", why: "the session has not been opened" } };
  if (state.session.ending && !state.session.undoing)
    return { steps: [], waits: [], ending: { kind: "finished", why: state.session.ending.why } };
  const reached = reachedLimit(state);
  // Waits are listed even when the run has reached its limit.
  const candidates = candidatesOf(state);
  const mine = isOnErrand(state) ? candidates.filter(isErrand) : candidates;
  const steps = reached ? [] : grant(mine.flatMap((candidate) => standing(state, candidate, now)));
  const waits = waitsOf(state, candidates, now);
  const wakeAt = reached ? undefined : nextRetry(state, candidates, now);
  const look = wakeAt === undefined ? {} : { wakeAt };
  // A long wait ends by itself, but a person need not wait for that.
  if (steps.length > 0 || (wakeAt !== undefined && !isLongWait(wakeAt, now)))
    return { steps, waits, ...look };
  return { steps, waits, ...look, ending: endingOf(state, reached, waits) };
}

/** Every step that could run if nothing held it back. */
export function candidatesOf(state: State): readonly Candidate[] {
  const errands = errandCandidates(state);
  // Once all is handed over, or is about to be, nothing else is wanted.
  const { shipping, ending } = state.session;
  if (ending || (shipping && !shipping.partial)) return errands;
  const steps = [...baselineCandidates(state), ...talkCandidates(state), ...floorCandidates(state)];
  return [...steps, ...expiries(state, steps), ...errands];
}

/** What goes on at its time without a person, because nobody was there to say yes or to answer. */
function expiries(state: State, candidates: readonly Candidate[]): readonly Candidate[] {
  const approvals = approvalsOf(state, candidates).map(({ id, seq, dueAt }) => ({ id, since: seq, dueAt }));
  return [...approvals, ...questionWaits(state), ...layerWaits(state)].flatMap(({ id, since, dueAt }) =>
    dueAt === undefined
      ? []
      : [{ since, step: { kind: "expire", key: `expire/${id}`, claims: [`wait:${id}`], wait: id, dueAt } }],
  );
}

function approvalsOf(state: State, candidates: readonly Candidate[]): readonly Approval[] {
  return candidates.flatMap(({ step }) => approvalOf(state, step) ?? []);
}

function approvalOf(state: State, step: Step): Approval | undefined {
  return isEmpty(state.approvals)
    ? undefined
    : openApproval(state, { key: step.key, loop: loopOfStep(state, step) });
}

/** Whether the step with this key is wanted in this state. Every intent asks this before it is recorded. */
export function isWanted(state: State, key: string, now: Instant): boolean {
  return decide(state, now).steps.some((step) => step.key === key);
}

/**
 * How pauses and failures change a candidate. A paused step is not wanted and gives up its claims, whatever it waits
 * for; once answered, it queues behind the others. A step that backs off, or waits for its provider until a time, keeps
 * its claims without running, so that it displaces no other step when its time comes. A stuck step gives up its claims.
 * When a person sends it on, it queues behind the others.
 */
function standing(state: State, candidate: Candidate, now: Instant): Candidate[] {
  const { step } = candidate;
  const loop = loopOfStep(state, step);
  const failures = state.failures[step.key];
  if (failures?.kind === "stuck" || (loop?.paused && pausedUntil(loop) === undefined)) return [];
  if (approvalOf(state, step)) return [];
  const sentOn = failures?.kind === "retried" ? failures.seq : 0;
  const since = Math.max(candidate.since, loop?.resumedAt ?? 0, sentOn, resolvedAt(state, step));
  return [{ step, since, resting: (restsUntil(state, step) ?? now) > now }];
}

/** When a person decided about a step outside of a conversation. */
function resolvedAt(state: State, { key }: Step): number {
  const seqs = Object.values(state.approvals).flatMap(({ step, resolved }) =>
    step === key && resolved ? [resolved.seq] : [],
  );
  return Math.max(0, ...seqs);
}

/** Everything that waits for the person, oldest first. */
function waitsOf(state: State, candidates: readonly Candidate[], now: Instant): readonly Wait[] {
  const steps = candidates.map(({ step }) => step);
  const loops = steps.map((step) => loopOfStep(state, step));
  const waits = [
    ...talkWaits(state),
    ...stuckWaits(
      state,
      steps.map((step) => ({ key: step.key, loop: loopOfStep(state, step) })),
      now,
    ),
    ...taskQuestions(state),
    ...approvalWaits(state, approvalsOf(state, candidates)),
    ...budgetWaits(state, loops),
    ...windowWaits(state, loops),
    ...providerWaits(state, loops, now),
    ...baselineWaits(state),
    ...layerWaits(state),
    ...splitWaits(state),
    ...taskWaits(state),
    ...shipWaits(state, doneAtSeq(state)),
  ];
  return waits.sort((a, b) => a.since - b.since);
}

/**
 * Only a time in the future counts: once it has come, its step is already wanted, and looking again at once would never
 * end.
 */
function nextRetry(state: State, candidates: readonly Candidate[], now: Instant): Instant | undefined {
  const times = candidates.flatMap(({ step }) => restsUntil(state, step) ?? []);
  return times.filter((time) => time > now).sort()[0];
}

/** When a step that backs off or waits for its provider is tried again: not before both allow it. */
function restsUntil(state: State, step: Step): Instant | undefined {
  const failures = state.failures[step.key];
  if (failures?.kind === "stuck") return undefined;
  if (step.kind === "expire") return step.dueAt;
  return [failures?.retryAt ?? [], pausedUntil(loopOfStep(state, step)) ?? []].flat().sort().at(-1);
}

/** When a loop asks its provider again, if that has a time. */
function pausedUntil(loop: Loop | undefined): Instant | undefined {
  return loop?.paused?.on === "provider" ? loop.paused.until : undefined;
}

/** The newest loop of the thread that a step speaks in. Who takes a task over opens a thread of their own. */
export function loopOfStep(state: State, step: Step): Loop | undefined {
  const purpose = step.kind === "judge" ? "review" : step.kind;
  if (
    "task" in step &&
    (purpose === "planning" || purpose === "coding" || purpose === "review" || purpose === "answer")
  )
    return state.threads
      .findLast((thread) => thread.task === step.task && thread.purpose === purpose)
      ?.loops.at(-1);
  const thread =
    step.kind === "budget-review" || step.kind === "rewrite" || step.kind === "split"
      ? step.thread
      : step.key;
  return threadNamed(state, thread)?.loops.at(-1);
}

/** The limits that a person gave to this run with --until and --max-turns. */
function reachedLimit(state: State): string | undefined {
  const { runner, stage } = state;
  if (runner?.until !== undefined && stage !== undefined && isBehind(state, stage.phase, runner.until))
    return `--until ${runner.until} is reached`;
  if (isOnErrand(state) && errandCandidates(state).length === 0) return "what you asked for is done";
  if (runner?.turnLimit !== undefined && state.turns >= runner.turnLimit) return "--max-turns is reached";
  return undefined;
}

/** Whether the next step lies beyond the phase that --until names. */
function isBehind(state: State, phase: Phase, until: Phase): boolean {
  const [first] = phasesOf(state.session.policy);
  const entering = talkCandidates(state).flatMap(({ step }) =>
    step.kind === "enter-phase" ? [step.phase] : [],
  );
  return placeOf(entering[0] ?? phase) > Math.max(placeOf(until), placeOf(first));
}

/** A meeting ends where planning does. */
function placeOf(phase: Phase): number {
  return phases.findIndex((one) => one === (phase === "meeting" ? "planning" : phase));
}

function endingOf(state: State, reached: string | undefined, waits: readonly Wait[]): Ending {
  if (reached !== undefined) return { kind: "reached", why: reached };
  const empty = waits.find((wait) => wait.kind === "budget");
  if (empty) return { kind: "over-budget", why: empty.why };
  if (waits.length > 0) {
    const why = waits.length === 1 ? "one thing waits for you" : `${waits.length} things wait for you`;
    const last = endsBy(waits);
    return { kind: "waiting", why, ...(last !== undefined && { endsBy: last }) };
  }
  if (doneAtSeq(state) !== undefined && !builds(state)) return { kind: "finished", why: "it is written up" };
  if (isAllCancelled(state)) return { kind: "failed", why: "every task is cancelled, so nothing will land" };
  return { kind: "failed", why: "nothing is left to do, and nothing was finished" };
}

/** A doubtful time is no end: a person is asked about it. */
function endsBy(waits: readonly Wait[]): Instant | undefined {
  const times = waits.flatMap((wait) => {
    if (wait.kind === "approval" || wait.kind === "question" || wait.kind === "layer")
      return wait.dueAt ?? [];
    return (wait.kind === "provider" && !wait.isDoubtful && wait.until) || [];
  });
  return times.length === waits.length ? times.sort().at(-1) : undefined;
}

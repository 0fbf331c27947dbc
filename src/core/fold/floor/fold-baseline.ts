import type { Flag } from "../../facts/check-result-schema.ts";
import type { EventOf } from "../../facts/events.ts";
import { afterChecks } from "../../rules/trouble/progress.ts";
import type { StateDraft } from "../../state/draft.ts";
import type { TaskId } from "../../terms/ids.ts";
import { onTask } from "../on-task.ts";

/** What checks said, on the base commit or about a task. */
export function checked(draft: StateDraft, seq: number, event: EventOf<"checks.finished">): void {
  const { why, task: id, commit, results, known, flaky, flags = [], sinceBase, leftOut } = event;
  if (why === "baseline") {
    draft.session = { ...draft.session, baseline: { seq, commit, results } };
    return;
  }
  if (flaky) {
    const { flaky: before = [] } = draft.session;
    draft.session = { ...draft.session, flaky: [...new Set([...before, ...flaky])] };
  }
  if (id === undefined) return;
  if (why === "refutation") {
    triedOut(draft, seq, event);
    return;
  }
  const evidence = {
    seq,
    results,
    ...(known && { known }),
    ...(flaky && { flaky }),
    ...(leftOut && { leftOut }),
    ...(sinceBase && { sinceBase }),
  };
  onTask(draft, id, (task) => {
    const { flags: before = [], ...rest } = task;
    // A landing adds to what was found before; new work is judged from the start.
    const all = why === "testing" ? flags : [...before, ...flags.filter((flag) => !isIn(before, flag))];
    const progress = afterChecks(task.progress, seq, event);
    return { ...rest, evidence, ...(progress && { progress }), ...(all.length > 0 && { flags: all }) };
  });
}

/** They say something about the commit that was judged, and nothing about the one that is to land. */
function triedOut(draft: StateDraft, seq: number, event: EventOf<"checks.finished">): void {
  const { task: id, commit, results, tried } = event;
  if (id === undefined || tried === undefined) return;
  onTask(draft, id, (task) =>
    task.review?.commit === commit
      ? { ...task, review: { ...task.review, tried: { seq, results, ...tried } } }
      : task,
  );
}

function isIn(flags: readonly Flag[], { kind, path }: Flag): boolean {
  return flags.some((flag) => flag.kind === kind && flag.path === path);
}

/** The checks, or what they need, have changed: what they said on the base commit no longer counts. */
export function dueAgain(draft: StateDraft, seq: number): void {
  const { baseline: _, ...session } = draft.session;
  draft.session = { ...session, baselineDue: seq };
}

export function settledBaseline(draft: StateDraft, seq: number, event: EventOf<"baseline.settled">): void {
  const { baseline } = draft.session;
  if (baseline?.seq !== event.baseline) return;
  const settled = { seq, without: event.without };
  if (event.how === "again") dueAgain(draft, seq);
  else draft.session = { ...draft.session, baseline: { ...baseline, settled } };
}

/** The newest checks of the task are those of the landing. */
export function landedChecks(draft: StateDraft, task: TaskId, commit: string): void {
  const { results = [], sinceBase } = draft.tasks[task]?.evidence ?? {};
  const { sinceBase: _, ...session } = draft.session;
  draft.session = {
    ...session,
    ...(sinceBase && { sinceBase }),
    landings: { ...session.landings, [commit]: results },
  };
}

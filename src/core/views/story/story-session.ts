import type { SessionEvent } from "../../facts/chapters.ts";
import type { EventOf } from "../../facts/events.ts";
import type { Fact } from "../../facts/fact.ts";
import { checksInForce, isBaselineDue } from "../../state/baseline.ts";
import type { State } from "../../state/state.ts";
import type { Seat } from "../../terms/policy.ts";
import { oneLine } from "../../text/one-line.ts";
import { stepWords } from "../plan/step-words.ts";
import { type Around, type StoryLine, storyLine } from "./story-line.ts";

/** The session as a whole: its beginning and end, its settings, its runs, and what failed. */
export function sessionStory(fact: Fact, event: SessionEvent, { before }: Around): readonly StoryLine[] {
  switch (event.type) {
    case "session.opened":
      return [
        storyLine(fact, "title", event.title, { rows: [event.brief] }),
        storyLine(fact, "note", `the team: ${event.seats.map(memberName).join(", ")}`, { who: "harness" }),
      ];
    case "session.promoted":
      return [storyLine(fact, "note", `goes on as the session ${event.into}`)];
    case "session.closed":
      return event.how === "finished" ? [] : [storyLine(fact, "note", `given up: ${event.why}`)];
    case "session.reopened":
      return [
        storyLine(fact, "note", `opened again; it was over: ${before.session.ending?.why ?? "dropped"}`),
      ];
    case "seats.changed":
      return [storyLine(fact, "note", seatsWords(event, before.session.seats))];
    case "policy.changed":
      return policyLines(fact, event);
    case "trust.given":
      return [storyLine(fact, "note", `trusted to run here: ${runsWords(event)}`, { detail: true })];
    case "runner.started":
      return [
        ...(before.runner && before.runner.stopped === undefined
          ? [storyLine(fact, "note", "the last run was cut off; the team goes on where it stopped")]
          : []),
        ...(event.sandbox?.kind === "none"
          ? [storyLine(fact, "note", "engineers run no commands: there is no sandbox here (huddle doctor)")]
          : []),
        ...(isBaselineDue(before) ? [storyLine(fact, "note", baselineRuns(before))] : []),
      ];
    case "step.failed":
      return [failedLine(fact, event)];
    case "step.retried":
      return [storyLine(fact, "note", `${agreedWords(event, before)}once more: ${stepWords(event.step)}`)];
    case "runner.stopped":
      return [];
  }
}

function agreedWords({ step, agreed }: EventOf<"step.retried">, before: State): string {
  const remedy = agreed ? before.failures[step]?.remedy : undefined;
  if (remedy === undefined) return "";
  return remedy.kind === "lock" ? `without the lock ${remedy.path}, ` : "with the branch as it is, ";
}

/** Older versions give only the names of the models as the reason. */
function seatsWords({ files, why, seats }: EventOf<"seats.changed">, before: readonly Seat[]): string {
  if (files !== undefined) return `since the last run: ${why}`;
  return modelsOf(before) === modelsOf(seats) ? why : `the team's models are now ${why}`;
}

function runsWords({ runs }: EventOf<"trust.given">): string {
  return runs.map((run) => `\`${oneLine(run)}\``).join(", ");
}

function policyLines(fact: Fact, { patch, files, why }: EventOf<"policy.changed">): readonly StoryLine[] {
  if (files !== undefined && why !== "") return [storyLine(fact, "note", `since the last run: ${why}`)];
  if (patch.windows !== undefined) return [storyLine(fact, "note", `windows: ${why}`)];
  if (patch.pace === undefined) return [];
  return [storyLine(fact, "note", `the pace is ${patch.pace} from here on`)];
}

function modelsOf(seats: readonly Seat[]): string {
  return seats.map(({ model }) => model).join();
}

function memberName({ id, role }: Seat): string {
  return id === role ? id : `${id} (${role})`;
}

function failedLine(fact: Fact, { step, error, retryAt }: EventOf<"step.failed">): StoryLine {
  const rows = retryAt === undefined ? [] : ["it is tried again soon"];
  return storyLine(fact, "trouble", `${stepWords(step)} failed: ${error}`, { who: "harness", rows });
}

function baselineRuns(state: State): string {
  const names = checksInForce(state).map(({ name }) => name);
  return `the checks run on the base commit before anything is built: ${names.join(", ")}`;
}

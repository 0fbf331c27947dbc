import type { State } from "../state/state.ts";
import type { Thread } from "../state/thread.ts";
import type { SeatId } from "../terms/ids.ts";
import { artifactOf } from "../terms/phase.ts";
import { engineersOf } from "../terms/policy.ts";
import { rulesOf } from "../terms/talk-rules.ts";
import { toArray } from "../text/appended.ts";
import { clipped } from "../text/clipped.ts";
import { oneLine } from "../text/one-line.ts";
import type { Charter } from "./charter.ts";

/**
 * What changes from speaker to speaker: who you are, what is left, what is asked of you now. It comes last, behind a
 * label like those of the talk, so that no message can pass for it.
 */
export function suffixText(state: State, thread: Thread, charter: Charter): string {
  const seat = state.session.seats.find((one) => one.id === thread.seat);
  return [
    `[you are ${thread.seat}, ${seat?.role ?? "engineer"}]${seat?.style ? ` ${seat.style}` : ""}`,
    `Round ${thread.round ?? 1}; ${leftWords(thread.left ?? 0)} in this phase.${nobodyLeft(state, thread)}`,
    mentioned(thread),
    passed(thread),
    stalled(thread),
    ...asked(state, thread, charter),
  ]
    .filter((line) => line !== "")
    .join("\n");
}

function leftWords(left: number): string {
  return left === 1 ? "1 turn is left" : `${left} turns are left`;
}

/** The rules of this coach say whom to call. */
function nobodyLeft({ stage }: State, { purpose, left = 0 }: Thread): string {
  const calls = stage !== undefined && rulesOf(stage.phase).callsOnly && purpose === "coach";
  return calls && left === 0 ? " So call nobody: no engineer can answer you." : "";
}

/** Who waits for this member, and for what, as of the start of the turn. */
function mentioned({ mentions = [] }: Thread): string {
  if (mentions.length === 0) return "";
  const lines = mentions.map(
    ({ from, text }) => `- ${from === "human" ? "product manager" : from}: ${brief(text, longestMention)}`,
  );
  return ["They wait for your answer:", ...lines].join("\n");
}

const mostPasses = 8;
const longestReason = 80;
const longestMention = 90;

/** Only the coach reads why a member passed: others would pass for the same reason. */
function passed({ passes = [] }: Thread): string {
  if (passes.length === 0) return "";
  const newest = passes
    .slice(-mostPasses)
    .map(({ seat, reason }) => `- ${seat}: ${brief(reason, longestReason)}`);
  const more = passes.length > mostPasses ? ` (and ${passes.length - mostPasses} before)` : "";
  return [`Passed since you last spoke${more}:`, ...newest].join("\n");
}

/** The words are in the talk above; this only says which are meant. */
function brief(text: string, longest: number): string {
  return clipped(oneLine(text).replace(/\s+/g, " "), longest);
}

function stalled({ stalled: rounds }: Thread): string {
  if (rounds === undefined) return "";
  return `For ${rounds} rounds nothing was decided, deferred or asked. Settle it now, defer it, or ask the product manager.`;
}

/** The rules of the moment, and the last words before the reply. */
function asked(state: State, { purpose, seat: id }: Thread, charter: Charter): readonly string[] {
  const seat = state.session.seats.find((one) => one.id === id);
  switch (purpose) {
    case "coach":
      return [charter.coach, handsIn(state) ? sentBack(state) : ""];
    case "sizing":
      return [charter.moments?.sizing ?? ""];
    case "volunteer":
      return [charter.moments?.volunteer ?? "", openTasks(state)];
    case "artifact":
      return [charter.artifact, sentBack(state)];
    default:
      if (seat?.textOnly) return [plainWords];
      return engineersTurn(state, id, charter) ?? [charter.roles?.[seat?.role ?? "engineer"] ?? "", yourTurn];
  }
}

/**
 * Where all speak at once first, that turn is for everything, and later ones only for what was asked. Charters of older
 * sessions have no words for the latter.
 */
function engineersTurn(
  { stage, session }: State,
  id: SeatId,
  charter: Charter,
): readonly string[] | undefined {
  const isEngineer = engineersOf(session.seats).some((seat) => seat.id === id);
  const called = charter.moments?.called;
  if (!stage || !isEngineer || called === undefined || !rulesOf(stage.phase).callsOnly) return undefined;
  return stage.spoke.includes(id) ? [called, yourTurn] : [charter.roles?.engineer ?? "", firstTurn];
}

function handsIn({ stage }: State): boolean {
  return stage !== undefined && rulesOf(stage.phase).coach !== "when-called";
}

/** The version and the words are in the talk above. */
function sentBack({ stage, transcript }: State): string {
  const last = toArray(transcript, stage?.from ?? 0).findLast((entry) => entry.returned)?.returned;
  if (!last || last.kind !== (stage && artifactOf(stage.phase))) return "";
  return `The product manager has sent version ${last.version} back. Change what their words ask for and what was agreed since; keep the rest of it.`;
}

const yourTurn = "Your turn: say one thing that moves this on, or pass_turn.";

const firstTurn = "Your turn: say all of that, or pass_turn.";

/** For a member whose model cannot use tools: rules about tools are meant for the others. */
const plainWords =
  "It is your turn. You have no tools: your reply is taken as it is and read by all. Say one thing that moves this on, in plain text; with nothing to add, say so in a few words.";

function openTasks(state: State): string {
  const tasks = Object.values(state.tasks).filter((task) => task.owner === undefined);
  return tasks
    .map(
      ({ plan }) =>
        `- ${plan.id}${plan.dependsOn.length > 0 ? ` (after ${plan.dependsOn.join(", ")})` : ""}: ${oneLine(plan.title)}`,
    )
    .join("\n");
}

import { assertNever } from "../../core/assert-never.ts";
import { decide } from "../../core/decide/decide.ts";
import type { Wait } from "../../core/decide/step.ts";
import type { Draft } from "../../core/facts/fact.ts";
import { refusal } from "../../core/facts/fact.ts";
import type { Build, Journal } from "../../core/ports/journal.ts";
import { acceptArtifact } from "../../core/rules/accept-artifact.ts";
import { baseCapOf, dollars } from "../../core/rules/budget.ts";
import { currentArtifact } from "../../core/rules/talk.ts";
import type { State } from "../../core/state/state.ts";
import type { Instant } from "../../core/terms/ids.ts";
import { answerQuestion } from "./answer-question.ts";
import { answerAssign, answerLimit, answerSize } from "./answer-talk.ts";
import { isYes } from "./is-yes.ts";
import { over, tell } from "./tell.ts";

/** Everything a person can say to a session. Each validates inside its append, so two terminals cannot both win. */

/** Answers one item of the inbox: yes, no, the number of an option, or words. */
export async function replyTo(journal: Journal, id: string, answer: string, now: Instant): Promise<void> {
  await tell(journal, (at, first) => {
    const waits = decide(at, now).waits;
    const wait = waits.find((one) => one.id === id);
    if (!wait)
      return refusal(
        waits.length > 0
          ? `There is no item ${id} in the inbox. Open: ${waits.map((one) => one.id).join(", ")}.`
          : `There is no item ${id}; nothing waits for you.`,
      );
    return answered(at, wait, answer.trim(), first);
  });
}

/** Moves on: accepts what waits to be accepted, or asks for the phase's artifact now. */
export async function advance(journal: Journal): Promise<void> {
  await tell(journal, (at) => {
    if (at.session.ending) return refusal(over);
    const artifact = currentArtifact(at);
    if (artifact && !artifact.settled) return acceptArtifact("human", artifact.id, artifact, at);
    if (!at.stage) return refusal("The session has not begun. Type: huddle run");
    if (Object.keys(at.questions).length > 0)
      return refusal(
        `A question waits for you first. Type: huddle reply ${Object.keys(at.questions)[0]} "…"`,
      );
    if (at.stage.phase === "implementation")
      return refusal("Building ends when all tasks have landed. See: huddle tasks");
    if (artifact?.settled?.verdict === "accepted")
      return refusal(
        at.stage.phase === "code-review"
          ? "Everything is reviewed. Type: huddle ship"
          : "This phase is already done. Type: huddle run",
      );
    if (at.stage.signalled !== undefined) return undefined;
    return [
      {
        actor: "human",
        event: { type: "phase.signalled", summary: "The product manager wants to move on." },
      },
    ];
  });
}

export async function requestShip(
  journal: Journal,
  onto: string,
  how: "branch" | "fast-forward",
  now: Instant,
): Promise<void> {
  await tell(journal, (at) => shipping(at, onto, how, now));
}

function shipping(at: State, onto: string, how: "branch" | "fast-forward", now: Instant) {
  if (at.session.shipped) return refusal(`Already shipped onto ${at.session.shipped.onto}.`);
  const waits = decide(at, now).waits;
  const stuckShip = waits.some((wait) => wait.kind === "stuck" && wait.step.startsWith("ship@"));
  if (at.session.shipping && !stuckShip)
    return refusal(`It is being shipped onto ${at.session.shipping.onto} already. Type: huddle run`);
  if (!stuckShip && !waits.some((wait) => wait.kind === "ship"))
    return refusal(
      "There is nothing to ship yet: the work has not been through its last review. See: huddle status",
    );
  return [{ actor: "human" as const, event: { type: "ship.requested" as const, onto, how } }] as const;
}

function answered(at: State, wait: Wait, answer: string, first: number): ReturnType<Build> {
  switch (wait.kind) {
    case "question": {
      const drafted = answerQuestion(wait, answer);
      return "actor" in drafted ? [drafted] : drafted;
    }
    case "accept":
      return accepted(at, answer);
    case "stuck":
      if (!isYes(answer) && answer !== "retry") return refusal("Answer yes to try it again.");
      return [{ actor: "human", event: { type: "step.retried", step: wait.step } }];
    case "budget":
      return raised(at, wait, answer);
    case "limit":
      return answerLimit(at, wait, answer);
    case "size":
      return answerSize(at, answer, first);
    case "assign":
      return answerAssign(at, answer);
    case "ship":
      return refusal("Type: huddle ship, or huddle ship --onto <branch>");
    default:
      return assertNever(wait);
  }
}

/** Yes grants as much again as the cap was; a number grants that much of what is used up, in dollars or tokens. */
function raised(at: State, wait: Extract<Wait, { kind: "budget" }>, answer: string): ReturnType<Build> {
  const [kind = "session", id] = wait.scope.split(":");
  const cap = baseCapOf(at, wait.scope) ?? {};
  const { unit = cap.micros === undefined ? "tokens" : "money" } = wait;
  const number = Number(answer.replace(/[$,_]/g, ""));
  if (!isYes(answer) && !(number > 0))
    return refusal(
      `Answer yes to grant as much again, or a number of ${unit === "money" ? "dollars" : "tokens"}.`,
    );
  const more = isYes(answer)
    ? cap
    : unit === "money"
      ? { micros: Math.round(number * 1_000_000) }
      : { tokens: Math.round(number) };
  const granted = {
    type: "budget.granted" as const,
    scope: kind as "session" | "task" | "seat", // made by accountsOf
    ...(id !== undefined && { id }),
    ...more,
    why: [
      ...(more.micros === undefined ? [] : [dollars(more.micros)]),
      ...(more.tokens === undefined ? [] : [`${more.tokens} tokens`]),
    ].join(" and "),
  };
  return [{ actor: "human", event: granted }];
}

/**
 * Yes accepts; no or back with a reason sends it back to the talk, and the reason is what the team reads next; again
 * has it written anew at once. Nothing is guessed.
 */
function accepted(at: State, answer: string): ReturnType<Build> {
  const artifact = currentArtifact(at);
  if (!artifact) return refusal("It is no longer there to be accepted.");
  if (isYes(answer)) return acceptArtifact("human", artifact.id, artifact, at);
  const [, word, reason = ""] = /^(no|back|again)\b[\s:,–-]*(.*)$/is.exec(answer) ?? [];
  if (word === undefined)
    return refusal(
      `To accept it: huddle reply ${artifact.id} yes. To send it back: huddle reply ${artifact.id} back "what must be different". To have it written again: huddle reply ${artifact.id} again. To change it yourself: huddle edit ${artifact.kind}`,
    );
  if (word.toLowerCase() === "again") return again(artifact.id, reason);
  if (reason === "") return refusal(`Say what must be different: huddle reply ${artifact.id} back "…"`);
  const words: Draft = { actor: "human", event: { type: "message.posted", text: reason } };
  return [
    {
      actor: "human",
      event: { type: "artifact.settled", artifact: artifact.id, verdict: "returned", reasons: [reason] },
    },
    words,
  ];
}

/** The talk is not taken up again: whoever wrote it is asked once more, with the words if there are any. */
function again(artifact: string, words: string): readonly [Draft, ...Draft[]] {
  const reason = words === "" ? "Write it again, please." : words;
  return [
    {
      actor: "human",
      event: { type: "artifact.settled", artifact, verdict: "returned", reasons: [reason] },
    },
    { actor: "human", event: { type: "message.posted", text: reason } },
    {
      actor: "human",
      event: { type: "phase.signalled", summary: "The product manager wants it written again." },
    },
  ];
}

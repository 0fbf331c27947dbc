import { describe, expect, test } from "vitest";
import { waiting } from "../../../../test/support/waiting.ts";
import type { Wait, WaitKind } from "../../decide/waits/wait.ts";
import { nextStep } from "./next-step.ts";
import { type AnswerOffer, commandOf } from "./wait-words.ts";
import { parseAnswer, wordsOf } from "./words-of.ts";

// The keys of a record of every kind.
const kinds = Object.keys(waiting) as WaitKind[];

function onlyWait(kind: WaitKind): Wait {
  const { waits } = waiting[kind]().decided();
  expect(waits).toMatchObject([{ kind }]);
  return waits[0] as Wait; // the line above has shown that there is one
}

const offered = kinds.flatMap((kind) =>
  wordsOf(onlyWait(kind)).offers.flatMap((offer) =>
    "answer" in offer ? [{ kind, typed: offer.typed, offer }] : [],
  ),
);

/** What a person types for an offer: its blank is filled in, and the shell has taken the quotes. */
function filledIn({ typed, answer, blank }: AnswerOffer): string {
  if (blank === undefined) return typed;
  if ("words" in answer) return typed.replaceAll('"', "");
  const number = "turns" in answer ? answer.turns : "tokens" in answer ? answer.tokens : Number.NaN;
  return typed.replace(/<.*>/, String(number));
}

describe("what is offered", () => {
  test.each(offered)("$typed to $kind means the answer that it stands for", ({ kind, offer }) => {
    expect(parseAnswer(onlyWait(kind), filledIn(offer))).toEqual(offer.answer);
  });

  test.each(kinds)("begins with the next step: %s", (kind) => {
    const past = waiting[kind]();
    const wait = onlyWait(kind);
    const { offers, next } = wordsOf(wait);
    const command = offers[0] && commandOf(wait.id, offers[0]);
    expect(nextStep(past.state, past.now)).toEqual({ command, why: next });
  });
});

test.each([
  ["question", " "],
  ["accept", "looks good"],
  ["accept", "back"],
  ["stuck", "hm"],
  ["budget", "many"],
  ["limit", ""],
  ["size", "perhaps"],
  ["assign", "ada"],
  ["ship", "yes"],
] as const)("words that are no answer to %s are told what would be one: %j", (kind, typed) => {
  expect(parseAnswer(onlyWait(kind), typed)).toMatchObject({ wrong: expect.stringMatching(/\.|huddle/) });
});

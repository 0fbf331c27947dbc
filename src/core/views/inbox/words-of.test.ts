import { describe, expect, test } from "vitest";
import type { Past } from "../../../../test/support/past.ts";
import { waiting, waitingCases } from "../../../../test/support/waiting.ts";
import type { Wait, WaitKind } from "../../decide/waits/wait.ts";
import { nextStep } from "../next/next-step.ts";
import { type AnswerOffer, commandOf } from "./wait-words.ts";
import { parseAnswer, wordsOf } from "./words-of.ts";

function onlyWait(past: Past, kind: WaitKind): Wait {
  const { waits } = past.decided();
  expect(waits).toMatchObject([{ kind }]);
  return waits[0] as Wait; // the line above has shown that there is one
}

const offered = waitingCases.flatMap(({ name, kind, past }) => {
  const wait = onlyWait(past(), kind);
  return wordsOf(wait).offers.flatMap((offer) =>
    "answer" in offer ? [{ name, wait, typed: offer.typed, offer }] : [],
  );
});

/** What a person types for an offer: its blank is filled in, and the shell has taken the quotes. */
function filledIn({ typed, answer, blank }: AnswerOffer): string {
  if (blank === undefined) return typed;
  if ("words" in answer) return typed.replaceAll('"', "");
  if ("model" in answer) return answer.model;
  const number = "turns" in answer ? answer.turns : "tokens" in answer ? answer.tokens : Number.NaN;
  return typed.replace(/<.*>/, String(number));
}

describe("what is offered", () => {
  test.each(offered)("$typed to $name means the answer that it stands for", ({ wait, offer }) => {
    expect(parseAnswer(wait, filledIn(offer))).toEqual(offer.answer);
  });

  test.each(waitingCases)("begins with the next step: $name", ({ kind, past: make }) => {
    const past = make();
    const wait = onlyWait(past, kind);
    const { offers, next, look } = wordsOf(wait);
    const command = look ?? (offers[0] && commandOf(wait.id, offers[0]));
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
  ["provider", "n"],
  ["provider", "no"],
  ["task", "no"],
  ["task", "say"],
  ["task", "assign"],
] as const)("words that are no answer to %s are told what would be one: %j", (kind, typed) => {
  expect(parseAnswer(onlyWait(waiting[kind](), kind), typed)).toMatchObject({
    wrong: expect.stringMatching(/\.|huddle/),
  });
});

import { describe, expect, test } from "vitest";
import { stuckWords } from "./stuck.ts";
import { commandOf, unclear } from "./wait-words.ts";

const words = stuckWords({ kind: "stuck", id: "s1", since: 1, step: "ship@2", error: "no" });

test("it says what failed and why", () => {
  expect(words.title).toBe("Shipping failed, and only you can help");
});

test.each(["yes", "Retry", "r"])("%j tries again", (typed) => {
  expect(words.parse(typed)).toEqual({ kind: "retry" });
});

describe("10.14: what is offered is what can help", () => {
  const wait = { kind: "stuck", id: "s1", since: 1, step: "artifact/refinement.1/1", error: "no" } as const;
  const typed = (code?: string) =>
    stuckWords({ ...wait, ...(code && { code }) }).offers.map((offer) => commandOf("s1", offer));

  test.each([
    [
      "no.result",
      [
        "huddle reply s1 yes",
        'huddle reply s1 say "what should be different"',
        "huddle model set <role> <model>",
      ],
    ],
    ["no.reply", ["huddle reply s1 yes", "huddle model set <role> <model>"]],
    ["branch.moved", ["huddle reply s1 yes"]],
    [undefined, ["huddle reply s1 yes"]],
  ])("after %s", (code, offers) => {
    expect(typed(code)).toEqual(offers);
  });

  test("words answer it only where a member reads them; elsewhere the ways that can help are named", () => {
    const got = stuckWords({ ...wait, code: "no.result" }).parse("say Shorter, please.");
    expect(got).toEqual({ kind: "advise", words: "Shorter, please." });
    expect(stuckWords({ ...wait, code: "branch.moved" }).parse("say Shorter.")).toEqual({
      wrong: unclear,
      advice: "Type one of: huddle reply s1 yes",
    });
  });
});

import { describe, expect, test } from "vitest";
import type { StuckWait } from "../../decide/waits/stuck.ts";
import { emptyState } from "../../state/state.ts";
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
    ["branch.moved", ["huddle reply s1 yes", "huddle doctor"]],
    [undefined, ["huddle reply s1 yes", "huddle doctor"]],
  ])("after %s", (code, offers) => {
    expect(typed(code)).toEqual(offers);
  });

  test("the step of a task can also be given up", () => {
    const task = stuckWords({ ...wait, step: "task/t3/1/SETUP@9" }).offers;
    expect(task.map((offer) => commandOf("s1", offer))).toEqual([
      "huddle reply s1 yes",
      "huddle doctor",
      "huddle task cancel t3",
    ]);
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

describe("what failed, for whom, and what to do next", () => {
  const wait: StuckWait = { kind: "stuck", id: "s1", since: 1, step: "ship@2", error: "no" };
  const until = "2026-01-01T00:00:00.000Z";
  const lock = { kind: "lock", path: ".git/index.lock" } as StuckWait["remedy"] & object;
  const moved = { kind: "moved", ref: "refs/heads/b", was: "1", now: "2" } as const;
  const gone = { ...moved, now: null };

  test("other steps that failed for the same reason are counted and listed", () => {
    const many = stuckWords({ ...wait, also: ["task/t3/2/CODING@4", "sizing/x"] });
    expect(many.title).toBe("Shipping and 2 more failed, and only you can help");
    expect(many.asked).toBe(`${many.title}.`);
    expect(many.text(emptyState)).toBe(
      "no\n\nFor the same reason:\n- Working on t3\n- Looking at how large it is",
    );
    expect(stuckWords(wait).text(emptyState)).toBe("no");
    expect(stuckWords(wait)).not.toHaveProperty("until");
  });

  test("a time far ahead is doubted", () => {
    const later = stuckWords({ ...wait, until });
    expect(later).toMatchObject({ until, asked: later.title });
    expect(later.title).toBe("Shipping failed; is the clock right? The next try would be");
    expect(later.text(emptyState)).toMatch(/^no\n\nHuddle tries a failed step again after seconds/);
  });

  test.each<[Partial<StuckWait>, string]>([
    [{ remedy: lock }, "a lock of git is in the way; yes removes it and tries again"],
    [{ remedy: moved }, "a branch was moved by something else; say how to go on"],
    [{ code: "no.result" }, "a member got nowhere; yes gives it more requests"],
    [{ code: "no.reply" }, "a model gives no reply; once that is mended, yes asks it again"],
    [{}, "a step failed and waits for you; once that is mended, yes tries it again"],
  ])("after %j the next step says why", (more, next) => {
    expect(stuckWords({ ...wait, ...more }).next).toBe(next);
  });

  test.each<[StuckWait["remedy"], string, object]>([
    [lock, "yes", { kind: "unlock" }],
    [lock, "Retry", { kind: "retry" }],
    [moved, "ok", { kind: "retry" }],
    [moved, "Take", { kind: "take" }],
    [gone, "yes", { kind: "retry" }],
    [gone, "take", { wrong: unclear, advice: "Type one of: huddle reply s1 yes" }],
    [undefined, "now", { kind: "retry" }],
  ])("with %j, %j means %j", (remedy, typed, answer) => {
    expect(stuckWords({ ...wait, ...(remedy && { remedy }) }).parse(typed)).toEqual(answer);
  });

  test("words without words are no advice", () => {
    expect(stuckWords({ ...wait, code: "no.result" }).parse("say")).toMatchObject({ wrong: unclear });
  });
});

test("a lock can be removed or left; a branch can be moved back or taken", () => {
  const wait: StuckWait = { kind: "stuck", id: "s1", since: 1, step: "ship@2", error: "no" };
  const offers = (remedy: StuckWait["remedy"] & object) => stuckWords({ ...wait, remedy }).offers;
  expect(offers({ kind: "lock", path: "l", mark: "m" })).toEqual([
    { answer: { kind: "unlock" }, label: "yes (remove the lock)", typed: "yes" },
    { answer: { kind: "retry" }, label: "retry (leave the lock)", typed: "retry" },
  ]);
  expect(offers({ kind: "moved", ref: "r", was: "1", now: "2" })).toEqual([
    { answer: { kind: "retry" }, label: "yes (it is moved back)", typed: "yes" },
    { answer: { kind: "take" }, label: "take (it as it is)", typed: "take" },
  ]);
});

import { expect, test } from "vitest";
import { needsYes } from "../../../test/support/waiting.ts";
import { appendAnswer } from "./append-answer.ts";
import type { ApprovalAnswer } from "./waits/approval.ts";
import type { Wait } from "./waits/wait.ts";

type Wanted = Parameters<typeof needsYes>[0];

const writes = (...paths: string[]): Wanted => ({ action: "write", risk: "raised", paths });
const runs: Wanted = { action: "command", risk: "raised" };

function answered(wanted: Wanted, answer: ApprovalAnswer, command?: string) {
  const input = command === undefined ? undefined : { tool: "run_command", input: { command } };
  const past = needsYes(wanted, input);
  const [wait, ...others] = past.decided().waits;
  expect(others).toEqual([]);
  const at = past.state;
  return { past, drafts: appendAnswer({ wait: wait as Wait, answer, at, first: at.head + 1 }) };
}

const permitOf = (wanted: Wanted, answer: ApprovalAnswer, command?: string) => {
  const { drafts } = answered(wanted, answer, command);
  return "refused" in drafts ? drafts.refused : drafts.map(({ event }) => event);
};

test.each<readonly [string, Wanted, ApprovalAnswer, unknown]>([
  ["yes", writes("a"), { kind: "yes" }, { verdict: "granted" }],
  ["no", writes("a"), { kind: "no", words: "why" }, { verdict: "refused", reason: "why" }],
  ["no, without a word", runs, { kind: "no", words: "" }, { verdict: "refused" }],
])("%s is for exactly what was shown", (_, wanted, answer, said) => {
  const { past, drafts } = answered(wanted, answer);
  const approval = Object.keys(past.state.approvals)[0];
  expect(drafts).toEqual([
    { actor: "human", event: { type: "approval.resolved", approval, hash: "h1", ...(said as object) } },
  ]);
});

test.each<readonly [string, Wanted, string | undefined, string | undefined, unknown]>([
  ["a command", runs, undefined, "npm i", { kind: "command", match: "npm i" }],
  ["a path", writes("db/[1].sql"), undefined, undefined, { kind: "path", match: "/db/\\[1\\].sql" }],
  [
    "paths by a pattern",
    writes("db/1.sql", "db/2.sql"),
    "db/*.sql",
    undefined,
    { kind: "path", match: "db/*.sql" },
  ],
])("%s, always: this once and from now on", (_, wanted, match, command, permit) => {
  expect(permitOf(wanted, { kind: "always", ...(match !== undefined && { match }) }, command)).toMatchObject([
    { type: "approval.resolved", verdict: "granted", always: permit },
    { type: "policy.changed", patch: { permits: [permit] } },
  ]);
});

test.each<readonly [string, Wanted, string | undefined, RegExp]>([
  [
    "what runs outside the sandbox",
    { ...writes(".husky/a"), risk: "high" },
    undefined,
    /only be allowed this once/,
  ],
  ["a commit", { action: "commit", risk: "low", paths: ["a"] }, undefined, /only be allowed this once/],
  ["landing", { action: "land", risk: "low" }, undefined, /only be allowed this once/],
  ["the network", { action: "network", risk: "low" }, undefined, /only be allowed this once/],
  ["several paths without a pattern", writes("a", "b"), undefined, /writes 2 paths/],
  ["a pattern that does not hold for it", writes("a.txt"), "*.sql", /does not hold for a\.txt/],
  ["what is no pattern", writes("a.txt"), "[a", /no pattern of paths: a \[ without its \]/],
  ["a command by a pattern", runs, "npm *", /exactly as it is/],
])("never for good: %s", (_, wanted, match, words) => {
  const told = permitOf(wanted, { kind: "always", ...(match !== undefined && { match }) }, "npm i");
  expect(told).toMatch(words);
});

test("the same permit twice is one permit", () => {
  const past = needsYes(writes("a"));
  past.human({ type: "policy.changed", patch: { permits: [{ kind: "path", match: "/a" }] }, why: "" });
  const at = past.state;
  const [wait] = past.decided().waits;
  const drafts = appendAnswer({ wait: wait as Wait, answer: { kind: "always" }, at, first: at.head + 1 });
  expect(drafts).toMatchObject([{}, { event: { patch: { permits: [{ kind: "path", match: "/a" }] } } }]);
});

test("a request that is open pauses its author alone, and goes when its task does", () => {
  const past = needsYes({ ...writes("a"), dueAt: "2026-01-02T00:00:00.000Z" });
  expect(past.wanted()).toEqual([]);
  expect(past.decided()).toMatchObject({ wakeAt: "2026-01-02T00:00:00.000Z", ending: { kind: "waiting" } });
  expect(past.decided().ending).toMatchObject({ endsBy: "2026-01-02T00:00:00.000Z" });
  expect(past.wanted("2026-01-02T00:00:00.000Z")).toMatchObject(
    [/^expire\/y\d+$/].map((one) => expect.stringMatching(one)),
  );
  past.moves("t1", "cancelled");
  expect(past.state.approvals).toEqual({});
  expect(past.decided("2026-01-02T00:00:00.000Z").waits).toEqual([]);
});

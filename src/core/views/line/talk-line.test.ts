import { expect, test, vi } from "vitest";
import { Noted } from "../../../../test/support/noted.ts";
import { Past } from "../../../../test/support/past.ts";
import { refined, reviewed } from "../../../../test/support/pasts.ts";
import { planned, scope, team } from "../../../../test/support/plans.ts";
import { localTimes } from "../../../cli/print/local-time.ts";
import { decide } from "../../decide/decide.ts";
import { Fault } from "../../fault.ts";
import { itemOf } from "../inbox/inbox.ts";
import type { Layout } from "../rows/layout.ts";
import { painter } from "../rows/theme.ts";
import { TalkLine, type TalkLineOptions } from "./talk-line.ts";

const idle = "› say something to the team, or type ? for what else";
const layout: Layout = {
  width: 70,
  paint: painter(false),
  seats: team,
  human: "you",
  airy: true,
  times: localTimes,
};

function talkAt(past: Past, options: Partial<TalkLineOptions> = {}) {
  const perform = vi.fn<TalkLineOptions["perform"]>(async () => {});
  const interrupt = vi.fn();
  const list = vi.fn<TalkLineOptions["list"]>();
  const talk = new TalkLine({
    now: () => past.now,
    branch: "main",
    perform,
    list,
    interrupt,
    changed: () => {},
    ...options,
  });
  const rows = () => talk.frame(past.state, layout).rows;
  rows();
  return { talk, perform, interrupt, list, rows };
}

/** A scope waits to be accepted. */
function waiting(): { past: Past; id: string } {
  const past = Past.opened().reaches("refinement");
  past.signals();
  return { id: past.submits("scope", scope), past };
}

test("while nothing waits a line is said to the team", async () => {
  const { talk, perform, rows } = talkAt(Past.opened());
  expect(rows()).toEqual(["", idle]);
  talk.read("keep it ");
  talk.read("small");
  expect(rows()).toEqual(["", "› keep it small"]);
  talk.read("\r");
  expect(perform).toHaveBeenCalledWith({ kind: "say", text: "keep it small", now: false });
  expect(rows()).toEqual(["", idle]);
});

test("what waits is asked, and disappears when somebody else has answered", () => {
  const { past, id } = waiting();
  const { rows } = talkAt(past);
  expect(rows()[1]).toBe("Is the scope right?");
  past.accepts(id);
  expect(rows()).toEqual(["", idle]);
});

test.each([
  ["2026-01-05T10:00:00.000Z", / \(in 4 min 12 s\)$/],
  ["2026-01-05T10:04:11.500Z", / \(in 1 s\)$/],
  ["2026-01-05T10:04:12.000Z", /\d\d:\d\d$/],
  [undefined, /\d\d:\d\d$/],
])("what ends by itself counts down: at %s", (now, ends) => {
  const past = Past.opened();
  past.enters("refinement");
  const loop = past.turnStarts("turn/refinement.1/1", "ada");
  past.asks(loop);
  const until = "2026-01-05T10:04:12.000Z";
  const paused = { type: "loop.paused", on: "provider", loop, scope: "anthropic", model: "m" } as const;
  past.harness({ ...paused, until, failure: "overload", why: "busy" });
  const { talk } = talkAt(past, { now: () => "2026-01-05T10:00:00.000Z" });
  const [, text] = talk.frame(past.state, { ...layout, width: 100, ...(now && { now }) }).rows;
  expect(text).toMatch(/^ada waits for anthropic; Huddle asks again at \d{4}-\d\d-\d\d /);
  expect(text).toMatch(ends);
});

test("10.18: what green checks do not show is told with the question where to ship, the same lines as in the inbox", () => {
  const past = reviewed();
  expect(talkAt(past).rows().join("\n")).not.toContain("!");
  const said = { command: "run", exit: 1, ms: 1, blob: "b" };
  const { seq } = past.harness({
    type: "checks.finished",
    commit: "c0",
    why: "baseline",
    passed: false,
    sandboxed: false,
    results: [
      { ...said, name: "ava" },
      { ...said, name: "lint", broken: "lint: not found" },
    ],
  });
  past.human({ type: "baseline.settled", baseline: seq, how: "accepted", without: ["lint"] });
  const narrow = talkAt(past).rows();
  const wait = decide(past.state, past.now).waits.find(({ kind }) => kind === "ship");
  if (!wait) throw new Error("nothing to ship");
  const { text } = itemOf(past.state, wait);
  expect(text).toMatch(/ava is red .* not judged\nlint is left out/);
  const rows = narrow.join(" ").replace(/\s+/g, " ");
  for (const line of text.split("\n")) expect(rows).toContain(`! ${line}`);
  expect(narrow.every((row) => row.length <= layout.width)).toBe(true);
  expect(narrow.findIndex((row) => row.includes("Where should it go?"))).toBeGreaterThan(
    narrow.findLastIndex((row) => row.startsWith("! ")),
  );
});

test("an unclear line is kept, so that nothing typed is lost", () => {
  const { talk, perform, rows } = talkAt(waiting().past);
  talk.read("one file is enough\r");
  expect(perform).not.toHaveBeenCalled();
  expect(rows().at(-2)).toBe("Start with one of these words; Huddle does not guess.");
  expect(rows().at(-1)).toBe("› one file is enough");
});

test("a refusal is shown where it was typed", async () => {
  const drawn = new Noted<string | undefined>();
  const perform = () => Promise.reject(new Fault("refused", "Somebody was faster."));
  const { talk, rows } = talkAt(waiting().past, { perform, changed: () => drawn.note(rows().at(-2)) });
  talk.read("accept\r");
  await drawn.until((all) => all.at(-1) === "Somebody was faster.");
  talk.read("x");
  expect(rows().at(-2)).not.toBe("Somebody was faster.");
});

test("once everything is postponed the run can end", () => {
  const { past } = waiting();
  const { talk, rows } = talkAt(past);
  expect(talk.isLeft(past.state)).toBe(false);
  talk.read("later\r");
  expect(talk.isLeft(past.state)).toBe(true);
  expect(rows()).toEqual(["", idle]);
});

test("Ctrl-C interrupts and an empty line is nothing", () => {
  const { talk, perform, interrupt } = talkAt(waiting().past);
  talk.read("\r  \r\u0003");
  expect(interrupt).toHaveBeenCalledOnce();
  expect(perform).not.toHaveBeenCalled();
});

test("in small work, Enter alone ships as a new branch", async () => {
  const small = reviewed();
  small.human({ type: "policy.changed", patch: { phases: ["implementation", "code-review"] }, why: "small" });
  const { talk, perform, rows } = talkAt(small);
  expect(rows().join("\n")).toContain("Enter: a new branch");
  talk.read("\r");
  expect(perform).toHaveBeenCalledWith({ kind: "ship", onto: undefined });

  const large = talkAt(reviewed());
  large.talk.read("\r");
  expect(large.perform).not.toHaveBeenCalled();
  expect(large.rows().join("\n")).not.toContain("Enter: a new branch");
});

const altEnter = "\u001b\r";

test.each<[what: string, keys: string, said: string | undefined]>([
  ["Enter twice", `one${altEnter}two\r\r`, "one\ntwo"],
  ["Ctrl-D", `one${altEnter}two\u0004`, "one\ntwo"],
  ["a backslash begins the second line", "one\\\rtwo\u0004", "one\ntwo"],
  ["an empty line inside", `one${altEnter}${altEnter}two\u0004`, "one\n\ntwo"],
  ["a paste of several lines, sent", "\u001b[200~one\r\n  two\n\u001b[201~\u0004", "one\n  two"],
  ["a paste of one line and its end", "\u001b[200~one\n\u001b[201~\r", "one"],
  ["Ctrl-D on one line", "one\u0004", "one"],
  ["Ctrl-D on nothing", "\u0004", undefined],
  ["a single Enter in several lines", `one${altEnter}two\r`, undefined],
])("more than one line: %s", (_, keys, text) => {
  const { talk, perform } = talkAt(Past.opened());
  talk.read(keys);
  expect(perform.mock.calls).toEqual(text === undefined ? [] : [[{ kind: "say", text, now: false }]]);
});

test("several lines are shown as such, with the cursor in its row; Esc throws them away", () => {
  const { talk, rows } = talkAt(Past.opened());
  talk.read(`one${altEnter}two`);
  expect(rows()).toEqual(["", "Enter twice or Ctrl-D sends this · Esc throws it away", "› one", "  two"]);
  talk.read("\u001b[D\u001b[D\u001b[D\u001b[D");
  const { cursor } = talk.frame(Past.opened().state, layout);
  expect(cursor).toEqual({ row: 2, column: 5 });
  talk.read(altEnter.repeat(20));
  expect(rows()).toHaveLength(2 + 8);
  expect(talk.frame(Past.opened().state, layout).cursor?.row).toBe(2 + 8 - 1);
  talk.read("\u001b");
  expect(rows()).toEqual(["", idle]);
});

test("in small work, Ctrl-D on nothing ships nothing", () => {
  const small = reviewed();
  small.human({ type: "policy.changed", patch: { phases: ["implementation", "code-review"] }, why: "small" });
  const { talk, perform } = talkAt(small);
  talk.read("\u0004");
  expect(perform).not.toHaveBeenCalled();
});

test("what begins with a slash is never said: a command is run, pause stops, anything else is kept with a hint", () => {
  const { talk, perform, interrupt, rows } = talkAt(Past.opened());
  talk.read("/cancel t2 --yes\r");
  expect(perform).toHaveBeenCalledWith({ kind: "command", args: ["task", "cancel", "t2", "--yes"] });
  talk.read("/pause\r");
  expect(interrupt).toHaveBeenCalledOnce();
  talk.read("/pasue\r");
  expect(rows().slice(1, -1).join(" ")).toMatch(/^There is no \/pasue\. Did you mean \/pause\? .* type\.$/);
  expect(rows().at(-1)).toBe("› /pasue");
  expect(perform).toHaveBeenCalledOnce();
});

test("? lists what can be typed now: the answers to what waits, and the commands", () => {
  const { talk, list } = talkAt(waiting().past);
  talk.read("?\r");
  const about = Object.fromEntries(list.mock.lastCall?.[0].map((row) => [row.about, row.typed]) ?? []);
  expect(about).toMatchObject({
    "What waits": "Is the scope right?",
    "": expect.stringMatching(/^accept · edit/),
  });
  expect(about.Tasks).toMatch(/\/tasks \/task \/take .*\/cancel/);
  const quiet = talkAt(Past.opened());
  quiet.talk.read("?\r");
  expect(quiet.list.mock.lastCall?.[0][0]?.about).toBe("Words");
});

const [up, down] = ["\u001b[A", "\u001b[B"];

test("up and down bring back what was sent, and the line that was being typed; in several lines they move in them", () => {
  const { talk, rows } = talkAt(Past.opened());
  talk.read("first\rsecond\rdraft");
  for (const [key, line] of [
    [up, "second"],
    [up, "first"],
    [up, "first"],
    [down, "second"],
    [down, "draft"],
    [down, "draft"],
  ]) {
    talk.read(key ?? "");
    expect(rows().at(-1)).toBe(`› ${line}`);
  }
  talk.read("\u001b");
  talk.read(`one${altEnter}longer two${up}`);
  expect(talk.frame(Past.opened().state, layout).cursor).toEqual({ row: 2, column: 5 });
  talk.read(down);
  expect(talk.frame(Past.opened().state, layout).cursor).toEqual({ row: 3, column: 5 });
  talk.read(`${up}${up}`);
  expect(rows().at(-1)).toBe("› second");
});

/** Two tasks have failed. */
function twoFailed(): Past {
  const past = Past.opened().reaches("implementation", [planned("t1"), planned("t2")]);
  for (const task of ["t1", "t2"]) {
    past.moves(task, "dispatched");
    past.moves(task, "ready");
    past.moves(task, "exhausted", "it did not work", { feedback: "two replies in a row used no tool" });
  }
  return past;
}

test("of several things that wait, Tab turns to the next, and the answer is about the one that is shown", () => {
  const past = twoFailed();
  const ids = decide(past.state, past.now).waits.map(({ id }) => id);
  const { talk, perform, rows } = talkAt(past);
  const shown = () => rows().slice(1, 3).join(" ");
  expect(shown()).toMatch(/^t1 has failed\. 1 of 2 \(Tab: the next\) · yes /);
  talk.read("yes\t");
  expect(shown()).toMatch(/^t2 has failed\. 2 of 2 /);
  talk.read("\r"); // words that were there when the person turned are about what they turned to
  expect(perform).toHaveBeenLastCalledWith({ kind: "answer", id: ids[1], answer: { kind: "continue" } });
  talk.read("\t");
  expect(shown()).toMatch(/^t1 has failed\. 1 of 2 /);
  talk.read("later\r");
  expect(shown()).toMatch(/^t2 has failed\. yes /);
});

const changedWords = "Something else waits now. Read it; Enter sends your words about it.";
const settledWords = "What you typed about is settled. Enter tells the team these words.";

test.each<[what: string, before: () => Past, change: (past: Past) => void, typed: string, notice: string]>([
  [
    "something begins to wait",
    refined,
    (past) => {
      past.signals();
      past.submits("scope", scope);
    },
    "yes",
    changedWords,
  ],
  ["somebody else answers", () => waiting().past, (past) => past.accepts(waiting().id), "yes", settledWords],
  [
    "another version waits",
    () => waiting().past,
    (past) => {
      past.human({ type: "artifact.settled", artifact: waiting().id, verdict: "returned", reasons: ["no"] });
      past.signals();
      past.submits("scope", scope);
    },
    "yes",
    changedWords,
  ],
])("words are never sent about what their writer did not see: %s", (_, before, change, words, notice) => {
  const past = before();
  const { talk, perform, rows } = talkAt(past);
  talk.read(words);
  change(past);
  rows();
  talk.read("\r");
  expect(perform).not.toHaveBeenCalled();
  expect(rows().slice(-2)).toEqual([notice, `› ${words}`]);
  talk.read("\r");
  expect(perform).toHaveBeenCalledOnce();
});

test.each(["/inbox", "!stop that"])("%s is sent whatever waits meanwhile", (words) => {
  const past = refined();
  const { talk, perform, rows } = talkAt(past);
  talk.read(words);
  past.signals();
  past.submits("scope", scope);
  rows();
  talk.read("\r");
  expect(perform).toHaveBeenCalledOnce();
});

test("a terminal that only prints is told what waits in full, and sends whole lines", () => {
  const { past, id } = waiting();
  const { talk, perform } = talkAt(past);
  const narrow = { ...layout, width: 30 };
  const asked = talk.lines(past.state, narrow);
  expect(asked.length).toBeGreaterThan(3);
  expect(asked.join(" ")).toContain("back <what must change>");
  expect(asked.filter((row) => row.length > 30 || row.includes("…"))).toEqual([]);

  expect(talk.readLines(["perhaps"])).toBe(true);
  const refused = talk.lines(past.state, narrow);
  expect(refused.slice(0, asked.length)).toEqual(asked);
  expect(refused.length).toBeGreaterThan(asked.length);

  expect(talk.readLines(["accept"])).toBe(false);
  expect(perform).toHaveBeenCalledWith(expect.objectContaining({ kind: "answer", id }));
});

test("in such a terminal a line that ends in a backslash goes on, until an empty one sends all", () => {
  const { talk, perform } = talkAt(Past.opened());
  for (const line of ["first\\", "second", "third"]) expect(talk.readLines([line])).toBe(false);
  expect(perform).not.toHaveBeenCalled();
  talk.readLines([""]);
  expect(perform).toHaveBeenCalledWith({ kind: "say", text: "first\nsecond\nthird", now: false });
  talk.readLines(["one", "two"]);
  expect(perform).toHaveBeenCalledTimes(3);
});

import { expect, test, vi } from "vitest";
import { Noted } from "../../../test/support/noted.ts";
import { Past } from "../../../test/support/past.ts";
import { reviewed } from "../../../test/support/pasts.ts";
import { scope, team } from "../../../test/support/plans.ts";
import { decide } from "../../core/decide/decide.ts";
import { Fault } from "../../core/fault.ts";
import { itemOf } from "../../core/views/inbox/inbox.ts";
import type { Layout } from "./layout.ts";
import { TalkLine, type TalkLineOptions } from "./talk-line.ts";
import { painter } from "./theme.ts";

const layout: Layout = { width: 70, paint: painter(false), seats: team, human: "you", airy: true };

function talkAt(past: Past, options: Partial<TalkLineOptions> = {}) {
  const perform = vi.fn<TalkLineOptions["perform"]>(async () => {});
  const interrupt = vi.fn();
  const talk = new TalkLine({
    now: () => past.now,
    branch: "main",
    perform,
    interrupt,
    changed: () => {},
    ...options,
  });
  const rows = () => talk.frame(past.state, layout).rows;
  rows();
  return { talk, perform, interrupt, rows };
}

/** A scope waits to be accepted. */
function waiting(): { past: Past; id: string } {
  const past = Past.opened().reaches("refinement");
  past.signals();
  return { id: past.submits("scope", scope), past };
}

test("while nothing waits a line is said to the team", async () => {
  const { talk, perform, rows } = talkAt(Past.opened());
  expect(rows()).toEqual(["", "› say something to the team"]);
  talk.read("keep it ");
  talk.read("small");
  expect(rows()).toEqual(["", "› keep it small"]);
  talk.read("\r");
  expect(perform).toHaveBeenCalledWith({ kind: "say", text: "keep it small", now: false });
  expect(rows()).toEqual(["", "› say something to the team"]);
});

test("what waits is asked, and disappears when somebody else has answered", () => {
  const { past, id } = waiting();
  const { rows } = talkAt(past);
  expect(rows()[1]).toBe("Is the scope right?");
  past.accepts(id);
  expect(rows()).toEqual(["", "› say something to the team"]);
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
  expect(rows()).toEqual(["", "› say something to the team"]);
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

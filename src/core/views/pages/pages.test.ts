import { expect, test } from "vitest";
import { expectHarmless, hostileTexts } from "../../../../test/support/harmless-rows.ts";
import { Past } from "../../../../test/support/past.ts";
import { planned } from "../../../../test/support/plans.ts";
import { pressed, ScreenStage } from "../../../../test/support/screen-stage.ts";
import type { AttemptLine } from "../cost/attempts.ts";
import type { Gives } from "../screen/needs.ts";
import type { Screen } from "../screen/screen.ts";
import type { Trace, TracedTask } from "../trace/trace.ts";
import { costScreen } from "./cost-screen.ts";
import { decisionsScreen } from "./decisions-screen.ts";
import { traceScreen } from "./trace-screen.ts";

const { up, down, pageDown, pageUp, home, end, enter, leave } = pressed;

/** A session in which this was decided so many times. */
function decisions(count: number, words = "One file."): Past {
  const past = Past.opened().reaches("refinement");
  for (let index = 0; index < count; index += 1)
    past.add("coach", {
      type: "decision.recorded",
      topic: `Topic ${index}`,
      decision: words,
      reason: "it is small.",
      proposed: "ada",
      agreed: [],
      dissents: [],
    });
  return past;
}

const line: AttemptLine & { readonly session: string } = {
  session: "s",
  seq: 1,
  at: "2026-01-01T00:00:00.000Z",
  phase: "refinement",
  member: "ada",
  model: "acme/big",
  thread: "turn/refinement.1/1",
  ask: 1,
  attempt: 1,
  isRework: false,
  end: "used",
  tokens: { input: 1000, cacheRead: 0, cacheWrite: 0, output: 50 },
  micros: 1_500_000,
};
const cost = (more: Partial<typeof line> = {}): Gives<"cost"> => ({
  lines: [{ ...line, ...more }],
  budgets: [],
  damaged: [{ session: "torn", damage: "line 3" }],
});

const tracedTask = (title: string): TracedTask => ({
  id: "t1",
  title,
  state: "DONE",
  engineer: "ada",
  requirements: [],
  decisions: [],
  commits: [],
  checks: [],
  reviews: [],
  isDone: true,
  isCancelled: false,
});
const trace = (title = "Build it"): Trace => ({
  decisions: [],
  requirements: [{ id: "r1", text: "It works.", tasks: [], decisions: [], criteria: [] }],
  tasks: [tracedTask(title)],
});

test("a long page is scrolled by row, page and end, and says where it is", () => {
  const at = new ScreenStage(decisionsScreen as never, { state: decisions(20).state });
  expect(at.rows[0]).toMatch(/^d\d+ {2}Topic 0: One file\./);
  expect(at.text).toContain("rows 1–20 of 79");
  const first = at.rows[1];
  expect(at.press(down).rows[0]).toBe(first);
  at.press("j", "k", up);
  expect(at.text).toContain("rows 1–20 of 79");
  expect(at.press(pageDown).text).toContain("rows 20–39 of 79");
  expect(at.press(" ", pageUp).text).toContain("rows 20–39 of 79");
  expect(at.press(end).text).toContain("rows 60–79 of 79");
  expect(at.press(home).text).toContain("rows 1–20 of 79");
});

test("words are looked for as they are typed; n and N go on, and Escape ends it", () => {
  const at = new ScreenStage(decisionsScreen as never, { state: decisions(20).state }).press("/", "topic 1");
  expect(at.rows.at(-1)).toBe("/ topic 1");
  expect(at.frame.cursor).toEqual({ row: 21, column: 9 });
  expect(at.rows[0]).toContain("Topic 1:");
  expect(at.text).toContain("found in 11 rows");
  at.press(enter, "n");
  expect(at.rows[0]).toContain("Topic 10:");
  at.press("N");
  expect(at.rows[0]).toContain("Topic 1:");
  at.press(leave);
  expect(at.text).not.toContain("found in");
  for (const key of ["n", "N", leave, enter]) expect(() => at.press(key)).toThrow("does nothing");
  at.press("/", "naN/", leave);
  expect(at.text).not.toContain("/ naN/");
});

test("decisions that were replaced are seen with a", () => {
  const past = decisions(1);
  const [first] = past.state.ledger.backing;
  past.add("coach", {
    type: "decision.amended",
    topic: "Topic 0",
    decision: "Two files.",
    reason: "it grew.",
    proposed: "ada",
    agreed: [],
    dissents: [],
    amends: first?.id ?? "",
  });
  const at = new ScreenStage(decisionsScreen as never, { state: past.state });
  expect(at.text).not.toContain("One file.");
  expect(at.press("a").text).toContain("One file. (no longer: see");
  expect(at.press("a").text).not.toContain("One file.");
});

test("the trace is shown whole or as its gaps alone", () => {
  const state = Past.opened().reaches("implementation", [planned("t1")]).state;
  const at = new ScreenStage(traceScreen as never, { state, reads: { trace: () => trace() } });
  expect(at.text).toContain("t1  Build it (landed, ada)");
  const gaps = at.press("a").text;
  expect(gaps).not.toContain("Build it (landed");
  expect(gaps).toMatch(/^Gaps\n {2}! /);
});

test("cost is of the open session or of all, and a log that cannot be read is named", () => {
  const reads = { cost: () => cost(), "cost-of-all": () => cost({ micros: 9_000_000 }) };
  const at = new ScreenStage(costScreen as never, { state: decisions(1).state, reads });
  expect(at.text).toMatch(/^This session\n {2}Spent +\$1\.50/);
  expect(at.text).toContain("By member");
  expect(at.press("a").text).toMatch(/^All sessions\n {2}Spent +\$9\.00/);
  expect(at.text).toContain("Session torn cannot be read. line 3");
  const without = new ScreenStage(costScreen as never, { reads });
  expect(without.text).toMatch(/^All sessions/);
});

test.each<[name: string, screen: Screen<never>]>([
  ["decisions", decisionsScreen as never],
  ["trace", traceScreen as never],
])("without a session, %s says how to open one", (_, screen) => {
  expect(new ScreenStage(screen).text).toContain("No session is open here. Home (Alt-1)");
});

test("what is still being read says so", () => {
  const { state } = decisions(0);
  for (const screen of [traceScreen, costScreen]) {
    const at = new ScreenStage(screen as never, { state });
    expect(at.rows[0]).toBe(" …");
  }
});

test.each(hostileTexts)("%j stays in its rows on every page", (text) => {
  for (const size of [
    { columns: 80, rows: 22 },
    { columns: 240, rows: 68 },
  ]) {
    const staged = {
      state: decisions(1, text).state,
      size,
      colour: true,
      reads: { trace: () => trace(text), cost: () => cost({ model: text, member: text }) },
    };
    for (const screen of [decisionsScreen, traceScreen, costScreen]) {
      const at = new ScreenStage(screen as never, staged);
      expectHarmless(at.rows, size.columns);
      at.press("/", "e");
      expectHarmless(at.rows, size.columns);
      expect(at.rows.length).toBeLessThanOrEqual(size.rows);
    }
  }
});

import { expect, test } from "vitest";
import { emptyState, type State } from "../../core/state/state.ts";
import { nextFor } from "./next-for.ts";

const now = "2026-01-01T00:00:00.000Z";
const opened: State = { ...emptyState, session: { ...emptyState.session, opened: 1 } };
const over: State = {
  ...opened,
  session: { ...opened.session, ending: { seq: 2, how: "finished", why: "shipped" } },
};

test("a team at work is watched, one that waits is run", () => {
  expect(nextFor({ session: "s", state: opened, running: true, named: false }, now).command).toBe(
    "huddle show --follow",
  );
  expect(nextFor({ session: "s", state: opened, running: false, named: false }, now).command).toBe(
    "huddle run",
  );
});

test("where the last run was told to end holds for nobody who is not running", () => {
  const runner = { seq: 2, host: "h", pid: 1, startedAt: "then", mode: "run", turnLimit: 0 } as const;
  const state: State = { ...opened, runner };
  expect(nextFor({ session: "s", state, running: false, named: false }, now)).toEqual({
    command: "huddle run",
    why: "the team has something to do",
  });
  expect(nextFor({ session: "s", state, running: true, named: false }, now).why).toBe(
    "--max-turns is reached",
  );
});

test("a session that must be named is, unless the next step is another session", () => {
  expect(nextFor({ session: "s", state: opened, running: false, named: true }, now).command).toBe(
    "huddle run --session s",
  );
  expect(nextFor({ session: "s", state: over, running: false, named: true }, now).command).toBe(
    'huddle new "…"',
  );
});

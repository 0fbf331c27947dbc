import { expect, test } from "vitest";
import { Past } from "../../../test/support/past.ts";
import { planned } from "../../../test/support/plans.ts";
import { emptyState, type State } from "../../core/state/state.ts";
import { nextFor } from "./next-for.ts";

const now = "2026-01-01T00:00:00.000Z";
const opened: State = { ...emptyState, session: { ...emptyState.session, opened: 1 } };
const over: State = {
  ...opened,
  session: { ...opened.session, ending: { seq: 2, how: "finished", why: "shipped" } },
};

test("the next step is to watch a team at work, and to run one that waits", () => {
  expect(nextFor({ session: "s", state: opened, running: true, named: false }, now).command).toBe(
    "huddle show --follow",
  );
  expect(nextFor({ session: "s", state: opened, running: false, named: false }, now).command).toBe(
    "huddle run",
  );
});

test("a team at work on something else does not hide what waits for the person", () => {
  const past = Past.opened().reaches("implementation", [planned("t1"), planned("t2")]);
  past.moves("t1", "dispatched");
  past.moves("t2", "dispatched");
  const [step = ""] = past.wanted();
  const asks = { shown: "b", hash: "h", risk: "raised", why: "w", action: "commit", seat: "ada" } as const;
  const { seq } = past.add("ada", { type: "approval.requested", task: "t1", ...asks }, step);
  expect(past.wanted()).toHaveLength(1);
  const seen = { session: "s", state: past.state, running: true, named: false };
  expect(nextFor(seen, past.now).command).toBe(`huddle inbox`);
  past.human({ type: "approval.resolved", approval: `y${seq}`, hash: "h", verdict: "granted" });
  expect(nextFor({ ...seen, state: past.state }, past.now).command).toBe("huddle show --follow");
});

test("the end point of the last run does not count once nothing runs", () => {
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

test("the command names a session that must be named, unless the next step is another session", () => {
  expect(nextFor({ session: "s", state: opened, running: false, named: true }, now).command).toBe(
    "huddle run --session s",
  );
  expect(nextFor({ session: "s", state: over, running: false, named: true }, now).command).toBe(
    'huddle new "…"',
  );
});

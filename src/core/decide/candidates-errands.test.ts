import { describe, expect, test } from "vitest";
import { Past } from "../../../test/support/past.ts";
import { planned } from "../../../test/support/plans.ts";

/** One of two tasks has landed. */
function halfDone(): Past {
  const past = Past.opened().reaches("implementation", [planned("t1"), planned("t2")], ["ada", "bo"]);
  past.lands("t1");
  return past;
}

const part = { type: "ship.requested", onto: "part", how: "branch", partial: true } as const;
const commands = { type: "runner.started", host: "here", pid: 1, startedAt: "then", mode: "ship" } as const;

describe("an errand", () => {
  test("is done beside the team's work, or alone by a command, which then has nothing more to do", () => {
    const past = halfDone();
    const before = past.wanted();
    expect(before).not.toEqual([]);
    const { seq } = past.human(part);
    expect(past.wanted()).toEqual([...before, `ship@${seq}`]);
    past.harness(commands);
    expect(past.wanted()).toEqual([`ship@${seq}`]);
    const shipped = {
      onto: "part",
      how: "branch",
      was: null,
      commit: "c",
      effect: "e1",
      partial: true,
    } as const;
    past.harness({ type: "session.shipped", ...shipped }, `ship@${seq}`);
    expect(past.decided()).toMatchObject({ steps: [], ending: { kind: "reached" } });
    past.harness({ type: "runner.stopped", why: "done" });
    expect(past.wanted()).toEqual(before);
    expect(past.state.session.shipped).toBeUndefined();
  });

  test("that takes back the end of a session is all that is wanted, and reopens it", () => {
    const past = Past.opened().reaches("implementation", [planned("t1")], ["ada"]);
    past.lands("t1");
    past.human({ type: "ship.requested", onto: "trunk", how: "squash" });
    const shipped = { onto: "trunk", how: "squash", was: "w", commit: "c", effect: "e1" } as const;
    const { seq } = past.harness({ type: "session.shipped", ...shipped });
    past.harness({ type: "session.closed", how: "finished", why: "shipped" });
    expect(past.decided()).toMatchObject({ steps: [], ending: { kind: "finished" } });
    const undo = past.human({ type: "undo.requested", shipped: seq });
    expect(past.wanted()).toEqual([`undo@${undo.seq}`]);
    past.harness({ type: "ship.undone", shipped: seq, onto: "trunk", how: "squash", restored: "w" });
    expect(past.state.session.ending).toBeUndefined();
    expect(past.state.session.shipments).toEqual([]);
  });

  test("that catches up makes the newer commit the base", () => {
    const past = halfDone();
    const { seq } = past.human({ type: "sync.requested", branch: "trunk" });
    expect(past.wanted()).toContain(`sync@${seq}`);
    past.harness({ type: "session.synced", branch: "trunk", at: "new", how: "red", commit: "m", why: "no" });
    expect(past.state.session.repo.base).toBe("base");
    past.human({ type: "sync.requested", branch: "trunk" });
    past.harness({ type: "session.synced", branch: "trunk", at: "new", how: "merged", commit: "m" });
    expect(past.state.session.repo.base).toBe("new");
    expect(past.state.integration).toBe("m");
    expect(past.state.session.syncing).toBeUndefined();
  });
});

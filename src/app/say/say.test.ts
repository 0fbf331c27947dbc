import { describe, expect, test } from "vitest";
import { Past } from "../../../test/support/past.ts";
import { closed, refined, reviewed } from "../../../test/support/pasts.ts";
import { policy as plainPolicy, planned, scope, team } from "../../../test/support/plans.ts";
import { added, journalOf, refuses } from "../../../test/support/told.ts";
import { decide } from "../../core/decide/decide.ts";
import { setPace } from "../settings/set-pace.ts";
import { say } from "./say.ts";

describe("saying something", () => {
  test("is a message by the person, trimmed, to whom it was addressed", async () => {
    const journal = await journalOf(refined());
    expect(await added(journal, say(journal, "  Be brief. \n", { to: ["ada"] }))).toEqual([
      { actor: "human", event: { type: "message.posted", text: "Be brief.", to: ["ada"] } },
    ]);
    expect(await added(journal, say(journal, "To all."))).toEqual([
      { actor: "human", event: { type: "message.posted", text: "To all." } },
    ]);
  });

  test("nothing, to nobody, or when it is over is refused", async () => {
    const journal = await journalOf(refined());
    await refuses(journal, say(journal, " \n"), "The message is empty.");
    await refuses(
      journal,
      say(journal, "x", { to: ["ada", "zed"] }),
      "There is nobody called zed. The team: ada, bo, coach, architect.",
    );
    const ended = await journalOf(closed());
    await refuses(
      ended,
      say(ended, "x"),
      "This session is over. To go on with it: huddle reopen <session>. To start another: huddle new",
    );
  });
});

describe("10.33: saying something when everything is done", () => {
  test("leads back to the last discussion, where the team reads it", async () => {
    const journal = await journalOf(reviewed());
    expect(await added(journal, say(journal, "Keep the old name.", { to: ["ada"] }))).toMatchObject([
      { event: { type: "phase.requested", phase: "code-review" } },
      { event: { type: "message.posted", text: "@ada Keep the old name." } },
    ]);
    const { steps, waits } = decide(journal.state(), "2026-01-01");
    expect(steps).toMatchObject([{ kind: "enter-phase", phase: "code-review", visit: 2 }]);
    expect(waits).toEqual([]);
  });

  test("becomes one more task where there was no discussion", async () => {
    const past = Past.opened({ policy: { phases: ["implementation"] } });
    past.enters("implementation");
    past.harness({ type: "tasks.planned", tasks: [planned("t1")], from: "a1" });
    past.lands("t1");
    const journal = await journalOf(past);
    await say(journal, "Keep the old name.");
    expect(journal.state().tasks.t2).toMatchObject({
      owner: expect.any(String),
      plan: { title: "Keep the old name.", approach: "Keep the old name." },
    });
    expect(decide(journal.state(), "2026-01-01").steps).toMatchObject([{ kind: "dispatch", task: "t2" }]);
  });

  test.each<[string, () => Past, string]>([
    [
      "all tasks are cancelled",
      () => {
        const past = Past.opened().reaches("implementation", [planned("t1")]);
        past.moves("t1", "cancelled");
        return past;
      },
      'Take it up with: huddle back planning -m "…"',
    ],
    [
      "the one task is cancelled",
      () => {
        const past = Past.opened({ policy: { phases: ["implementation"] } });
        past.enters("implementation");
        past.harness({ type: "tasks.planned", tasks: [planned("t1")], from: "a1" });
        past.harness({ type: "task.assigned", task: "t1", seat: "ada", why: "turn" });
        past.moves("t1", "cancelled");
        return past;
      },
      "Start new work with: huddle do, or huddle new",
    ],
    [
      "only a scope was wanted, and it is accepted",
      () => {
        const past = Past.opened({ policy: { phases: ["refinement"] } });
        past.enters("refinement");
        past.accepts(past.submits("scope", scope));
        return past;
      },
      "Start new work with: huddle do, or huddle new",
    ],
  ])("is refused with the reason where nobody would read it: %s", async (_, make, way) => {
    const journal = await journalOf(make());
    await refuses(
      journal,
      say(journal, "x"),
      `Nothing is left to do here, so no member would read that. ${way}`,
    );
  });

  test("is refused after the brief of a grooming was accepted, and heard after a run that stopped early", async () => {
    const past = new Past();
    const policy = { ...plainPolicy, phases: ["exploration" as const] };
    const repo = { base: "base", branch: "trunk" };
    const opened = { kind: "grooming" as const, title: "T", brief: "", seats: [...team], policy, repo };
    past.human({ type: "session.opened", ...opened });
    past.runs({ maxTurns: 1 });
    past.enters("exploration");
    past.turn("turn/exploration.1/1", "ada");
    const talking = await journalOf(past);
    expect(await say(talking, "x")).toEqual({ kind: "heard", open: [] });
    const body = { title: "T", brief: "B", findings: [], openQuestions: [], outOfScope: [] };
    past.accepts(past.submits("brief", body));
    const done = await journalOf(past);
    await refuses(
      done,
      say(done, "x"),
      "The brief is accepted, so no member would read that. To talk on: huddle groom continue <slug>",
    );
  });

  test("is refused while it is being shipped", async () => {
    const past = reviewed();
    past.human({ type: "ship.requested", onto: "x", how: "branch" });
    const journal = await journalOf(past);
    await refuses(
      journal,
      say(journal, "x"),
      "The work is being shipped, so no member would read that. Start new work with: huddle do, or huddle new",
    );
  });
});

test("a pace that is already set is not recorded again", async () => {
  const journal = await journalOf(refined());
  expect(await added(journal, setPace(journal, "auto", "--auto"))).toMatchObject([
    { actor: "human", event: { type: "policy.changed", patch: { pace: "auto" }, why: "--auto" } },
  ]);
  expect(await added(journal, setPace(journal, "auto", "--auto"))).toEqual([]);
});

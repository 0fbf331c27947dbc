import { expect, test } from "vitest";
import type { Wait } from "../../src/core/decide/waits/wait.ts";
import type { TeamEvent } from "../../src/core/facts/events.ts";
import type { Journal } from "../../src/core/ports/journal.ts";
import { miniRehearsal } from "../support/mini-rehearsal.ts";
import { Doom, type Walk } from "../support/mortal.ts";
import { SmallBuild, writes } from "../support/small-build.ts";

/** Every append, and of git what changes something. */
const changing = /^(?!git )|^git (update-ref|commit-tree|merge-tree|merge|reset|hook) /;

/**
 * One task lands. The person catches up with main, which has moved on, ships as one commit, takes that back and ships
 * onto main. Killed only from the first of these wishes on.
 */
async function handsOver(walk: Walk | "none") {
  let isAsked = false;
  const { branch } = miniRehearsal.repository;
  const says = (journal: Journal, event: TeamEvent) => {
    isAsked = true;
    return journal.append(() => [{ actor: "human", event }]);
  };
  const act = async (wait: Wait, journal: Journal): Promise<boolean> => {
    if (wait.kind !== "ship") return false;
    const { synced, syncing, shipping } = journal.state().session;
    if (syncing || shipping) return true;
    if (!synced) await says(journal, { type: "sync.requested", branch });
    else if (!hasUndone) await says(journal, { type: "ship.requested", onto: branch, how: "squash" });
    else await says(journal, { type: "ship.requested", onto: branch, how: "fast-forward" });
    return true;
  };
  let hasUndone = false;
  const build = await SmallBuild.open({
    checks: [{ name: "tests", run: "test -e a.txt" }],
    answer: async ({ thread }) => {
      if (thread !== "coding/t1.1") return undefined;
      await build.commit({ "theirs.txt": "theirs\n" });
      return writes({ "a.txt": "a\n" }, "Write a");
    },
    act,
  });
  const points = new Set<string>();
  for (;;) {
    const ending = await build.play(
      walk === "none" ? undefined : new Doom(walk, points, (place) => isAsked && changing.test(place)),
    );
    if (ending.kind === "killed") continue;
    expect(ending.kind).toBe("finished");
    const journal = await build.theatre.journal();
    const { shipments = [] } = journal.state().session;
    const undone = (await build.events("ship.undone")).length;
    hasUndone = undone > 0;
    if (undone === 0)
      await journal.append(() => [
        { actor: "human", event: { type: "undo.requested", shipped: shipments.at(-1)?.seq ?? 0 } },
      ]);
    hasUndone = true;
    await journal.close();
    if (undone > 0) return { build, points };
  }
}

/** What it came to, whenever it was played. */
async function outcomeOf(build: SmallBuild) {
  const { branch } = miniRehearsal.repository;
  const shipped = await build.events("session.shipped");
  return {
    tree: build.git("rev-parse", `${branch}^{tree}`),
    history: build.git("log", "--format=%s", branch).split("\n").sort(),
    shipped: shipped.map(({ how, onto }) => [how, onto]),
    undone: (await build.events("ship.undone")).length,
    synced: (await build.events("session.synced")).map(({ how }) => how),
    landed: (await build.events("task.landed")).length,
    status: build.git("status", "--porcelain"),
  };
}

let known: ReturnType<typeof outcomeOf> | undefined;
const undisturbed = () => (known ??= handsOver("none").then(({ build }) => outcomeOf(build)));

test.each(["after", "before", "within"] as const)(
  "catching up, shipping as one commit, taking that back and shipping again, killed at every point %s: the same end",
  async (walk) => {
    const whole = await undisturbed();
    expect(whole).toMatchObject({
      shipped: [
        ["squash", miniRehearsal.repository.branch],
        ["fast-forward", miniRehearsal.repository.branch],
      ],
      undone: 1,
      synced: ["merged"],
      landed: 1,
      status: "",
    });
    const { build, points } = await handsOver(walk);
    expect(points.size).toBeGreaterThan(7);
    expect(await outcomeOf(build)).toEqual(whole);
    expect(build.git("fsck", "--no-dangling", "--no-progress")).toBe("");
    await build.theatre.check();
  },
);

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { deskHere, providedHere } from "../support/huddle-here.ts";
import type { ProvidedDesk } from "../support/obliging-provider.ts";
import { requires } from "../support/requires.ts";
import { tmux } from "../support/tmux.ts";

const lastLine = (text: string) => text.trimEnd().split("\n").at(-1) ?? "";

/** Whoever is asked is never asked to go on with what they said themselves. */
function expectNoPrefill({ server }: ProvidedDesk): void {
  const last = server.requests.map(({ asked }) => asked?.messages.at(-1)?.role);
  expect(last).not.toContain("assistant");
}

async function eventsOf(at: ProvidedDesk, session: string): Promise<{ type: string }[]> {
  const { stdout } = await at.huddle(["show", "--json", "--session", session]);
  return stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line).event);
}

describe("grooming", () => {
  test("is talked about, taken up again, promoted to an iteration, and taken up once more", async () => {
    const at = await providedHere();
    const first = await at.huddle(["groom", "Offline mode", "-m", "for the train", "--max-turns", "2"]);
    expect(first.code).toBe(3);
    expect(first.stdout).toContain("Grooming offline-mode: Offline mode");
    expect(first.stdout).toContain("The turns are used up.");
    expect(lastLine(first.stdout)).toBe(
      "Next: huddle groom continue offline-mode  (it has stopped to ask you)",
    );
    expect(at.server.requests).toHaveLength(2); // the coach is silent unless asked

    const more = ["groom", "continue", "offline-mode", "-m", "@coach where do we stand?", "--max-turns", "1"];
    const second = await at.huddle(more);
    expect(second.code).toBe(3);
    expect(second.stdout).toMatch(/@coach where do we stand\?[\s\S]*This is where we stand\./);
    expect(at.server.requests).toHaveLength(4); // the coach, and one turn
    expect(JSON.stringify(at.server.requests.at(-1)?.asked?.messages)).toContain("where do we stand?");

    const shown = await at.huddle(["groom", "promote", "offline-mode"]);
    expect(shown.code).toBe(3);
    expect(shown.stdout).toContain("What was said.");
    expect(shown.stdout).toContain("huddle groom promote offline-mode --file brief.md");
    const text = (await at.huddle(["edit", "brief", "--print", "--session", "offline-mode"])).stdout;
    const file = join(at.root, "brief.md");
    await writeFile(file, text.replace("What was said.", "What I make of it."));
    const promoted = await at.huddle(["groom", "promote", "offline-mode", "--file", file]);
    expect(promoted.code).toBe(0);
    expect(promoted.stdout).toContain("Session built-from-it: Built from it");
    expect(lastLine(promoted.stdout)).toBe("Next: huddle run  (it starts from the brief of offline-mode)");
    const [opened] = await eventsOf(at, "built-from-it");
    expect(opened).toMatchObject({ kind: "iteration", from: "offline-mode", brief: "What I make of it." });
    expect(opened).not.toHaveProperty("policy.phases", expect.arrayContaining(["exploration"]));

    // Once more is the same, and what needs no model asks none.
    expect(at.server.requests).toHaveLength(5);
    expect(await at.json(["groom", "promote", "offline-mode"])).toMatchObject({
      promoted: "built-from-it",
      existed: true,
    });
    expect(await at.json(["groom", "list"])).toMatchObject({
      groomings: [{ session: "offline-mode", topic: "Offline mode", turns: 3, promoted: ["built-from-it"] }],
    });
    // Without a name the iteration is meant.
    expect(await at.json(["status"])).toMatchObject({ session: "built-from-it" });

    const again = await at.huddle(["groom", "continue", "offline-mode", "--max-turns", "1"]);
    expect(again.code).toBe(3);
    expect(at.server.requests).toHaveLength(6);
    expect(again.stdout).toContain("Exploration, again");
    expect(JSON.stringify(at.server.requests.at(-1)?.body)).toContain("What I make of it.");
    expectNoPrefill(at);
    expect((await at.huddle(["debug", "replay", "offline-mode"])).code).toBe(0);
  });

  test("in a terminal the brief opens in the person's editor, and what they save is built from", async () => {
    requires("tmux");
    const at = await providedHere();
    await at.huddle(["groom", "Offline mode", "--max-turns", "1"]);
    const { huddle } = tmux({ ...at.env, EDITOR: "sed -i 's/What was said/What I make of it/'" });
    const pane = huddle(["groom", "promote", "offline-mode"], { cwd: at.repository });
    const seen = await pane.seen(/ended with 0/);
    expect(seen).toContain("What was said.");
    expect(seen).toContain("Next: huddle run  (it starts from the brief of offline-mode)");
    expect((await eventsOf(at, "built-from-it"))[0]).toMatchObject({ brief: "What I make of it." });
  });

  test("two at once and beside an iteration, each with its own log; the inbox has them all", async () => {
    const at = await providedHere();
    await at.json(["new", "An iteration"]);
    const runs = await Promise.all([
      at.huddle(["groom", "One topic", "--max-turns", "3"]),
      at.huddle(["groom", "Another topic", "--max-turns", "4"]),
      at.huddle(["run", "--max-turns", "2", "--auto"]),
    ]);
    expect(runs.map(({ code }) => code)).toEqual([3, 3, 0]);
    const titles = await Promise.all(
      ["one-topic", "another-topic", "iteration"].map(async (session) => {
        const events = await eventsOf(at, session);
        return events.filter(({ type }) => type === "turn.ended" || type === "session.opened").length;
      }),
    );
    expect(titles.slice(0, 2)).toEqual([4, 5]);
    const { items } = (await at.json(["inbox"])) as { items: { session: string; kind: string }[] };
    expect(items.map(({ session, kind }) => `${session}: ${kind}`)).toEqual(
      expect.arrayContaining(["one-topic: limit", "another-topic: limit"]),
    );
    expect((await at.json(["say", "to the iteration"])).session).toBe("iteration");
    expect((await at.json(["say", "to it", "--session", "one-topic"])).session).toBe("one-topic");
    // Nothing is built: no branch, no worktree.
    expect(await at.git("branch", "--list", "huddle/*topic*")).toBe("");
  });

  test("with --json every event from the first on, then one document", async () => {
    const at = await providedHere();
    const { stdout } = await at.huddle(["groom", "A topic", "--max-turns", "1", "--json"]);
    const lines = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines[0]).toMatchObject({ seq: 1, event: { type: "session.opened", kind: "grooming" } });
    expect(lines.at(-1)).toMatchObject({
      session: "topic",
      ended: { kind: "waiting" },
      next: { command: "huddle groom continue topic" },
    });
  });

  test("what it cannot do it says, and what to type instead", async () => {
    const at = await deskHere();
    const none = await at.huddle(["groom", "A topic"]);
    expect(none).toMatchObject({ code: 2, stdout: "" });
    expect(await at.huddle(["groom"])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("There are no groomings here."),
    });
    await at.json(["new", "An iteration"]);
    expect((await at.huddle(["run"])).stderr).toBe(none.stderr);
    expect(await at.huddle(["groom", "show", "iteration"])).toMatchObject({
      code: 2,
      stderr: "huddle: iteration is not a grooming. To see it: huddle show --session iteration\n",
    });
    expect(await at.huddle(["groom", "promote", "nothing"])).toMatchObject({ code: 1 });
  });
});

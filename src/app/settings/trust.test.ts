import { describe, expect, test } from "vitest";
import { MemoryLog } from "../../../test/support/memory-journal.ts";
import { Past } from "../../../test/support/past.ts";
import { team } from "../../../test/support/plans.ts";
import { hash } from "../../cli/wire/places.ts";
import { assertTrusted, executedLines, executionOf, recordTrust, trustedExecution } from "./trust.ts";

const checks = (...runs: readonly string[]) => ({
  quick: [],
  full: runs.map((run) => ({ name: run, run })),
  timeoutMs: 1,
});

const execution = { hash: "h2", runs: ["npm test", "npm run lint"] };

/** A person's trust file in memory. */
function trustWith(...trusted: string[]) {
  return { hashes: async () => trusted, give: async (hash: string) => void trusted.push(hash) };
}

describe("what a session executes", () => {
  test.each<[string, string, readonly string[], boolean]>([
    ["commands", "acme/one", ["npm test"], true],
    ["nothing", "acme/one", [], false],
    ["what came with a rehearsal", "rehearsal/calculator", ["npm test"], false],
  ])("%s", (_, model, runs, isTold) => {
    const seats = team.map((seat) => ({ ...seat, model }));
    const found = executionOf({ seats, policy: { checks: checks(...runs) } }, hash);
    expect(found?.runs).toEqual(isTold ? runs : undefined);
  });

  test("has another hash as soon as one character of it differs, wherever a command begins and ends", () => {
    const all = [["a", "b"], ["a b"], ["ab"], ["b", "a"], ["a", "b "], ['a","b'], ["a"], ["a", "b", "c"]];
    const hashes = all.map(
      (runs) => executionOf({ seats: team, policy: { checks: checks(...runs) } }, hash)?.hash,
    );
    expect(new Set(hashes).size).toBe(all.length);
  });

  test("is shown with nothing hidden, and with how much is left out", () => {
    const runs = ["npm test\r\x1b[2Krm -rf ~", "echo a\necho b", `echo ${"x".repeat(3_000)}`];
    const [hidden, lines, long] = executedLines({ hash: "", runs });
    expect(hidden).toBe("  npm test\n  \\x1b[2Krm -rf ~");
    expect(lines).toBe("  echo a\n  echo b");
    expect(long).toMatch(/x… \(1005 characters more\)$/);
  });
});

describe("before anything is executed", () => {
  test("what is trusted is not asked about, and neither is nothing", async () => {
    const ask = () => Promise.reject(new Error("asked"));
    await assertTrusted({ trust: trustWith("h1", "h2") }, execution, ask);
    await assertTrusted({ trust: trustWith() }, undefined, ask);
  });

  test.each<[string, string[], string]>([
    ["new", [], "you have not said yet that you trust them"],
    ["other than before", ["h1"], "has changed since you trusted it"],
  ])(
    "what is %s stops everything when nobody can be asked, and says what to type",
    async (_, before, why) => {
      const trust = trustWith(...before);
      const stopped = assertTrusted({ trust }, execution, undefined);
      await expect(stopped).rejects.toMatchObject({ code: "trust.needed" });
      await expect(stopped).rejects.toThrow(why);
      await expect(stopped).rejects.toThrow("\n  npm test\n  npm run lint\n");
      await expect(stopped).rejects.toThrow(/huddle trust --give$/);
      expect(await trust.hashes()).toEqual(before);
    },
  );

  test("a person's no stops everything, and their yes is kept", async () => {
    const trust = trustWith("h1");
    const asked: unknown[] = [];
    const say = (yes: boolean) => async (what: unknown, changed: boolean) => {
      asked.push([what, changed]);
      return yes;
    };
    await expect(assertTrusted({ trust }, execution, say(false))).rejects.toThrow("Nothing was started.");
    expect(await trust.hashes()).toEqual(["h1"]);
    await assertTrusted({ trust }, execution, say(true));
    expect(await trust.hashes()).toEqual(["h1", "h2"]);
    expect(asked).toEqual([
      [execution, true],
      [execution, true],
    ]);
  });

  test("a session that executes something else than the team file is named", async () => {
    const at = Past.opened({ policy: { checks: checks("old") } }).state.session;
    const project = { trust: trustWith(), hash };
    const asked = (runs: string) =>
      trustedExecution(
        project,
        { id: "twice", session: at, team: { seats: team, policy: { checks: checks(runs) } } },
        undefined,
      );
    await expect(asked("new")).rejects.toThrow(/huddle trust --give --session twice$/);
    await expect(asked("old")).rejects.toThrow(/huddle trust --give$/);
  });

  test("the log says what the person trusts, once, and again when it is something else", async () => {
    const log = new MemoryLog(() => "2026-01-01T00:00:00.000Z");
    await recordTrust(log.journal(), undefined);
    await recordTrust(log.journal(), execution);
    await recordTrust(log.journal(), execution);
    await recordTrust(log.journal(), { hash: "h3", runs: ["make"] });
    expect(log.facts.map(({ actor, event }) => ({ actor, event }))).toEqual([
      { actor: "human", event: { type: "trust.given", ...execution } },
      { actor: "human", event: { type: "trust.given", hash: "h3", runs: ["make"] } },
    ]);
  });
});

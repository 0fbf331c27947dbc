import { execFileSync, spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadRehearsal } from "../../src/model/rehearsal/load-rehearsal.ts";
import { RehearsalModel } from "../../src/model/rehearsal/rehearsal-model.ts";
import { emptyPlace } from "../support/git-place.ts";
import { realClock } from "../support/plain.ts";
import { withRememberedTests } from "../support/quick-checks.ts";
import { Theatre } from "../support/theatre.ts";

const folder = join(import.meta.dirname, "../../rehearsals/calculator");

test.each([1, 2])(
  "the calculator is built and shipped when the product manager chooses option %i",
  async (choice) => {
    const loaded = withRememberedTests(await loadRehearsal(folder));
    const rehearsal = {
      ...loaded,
      human: loaded.human.map((act) => (act.on === "question" ? { ...act, choose: choice } : act)),
    };
    const theatre = new Theatre(join(await emptyPlace(), "stage"), rehearsal);
    await theatre.open();
    const model = new RehearsalModel(rehearsal, realClock, 0);

    expect(await theatre.play(undefined, model)).toMatchObject({ kind: "finished" });
    model.assertSpent();
    await theatre.check();
    // What the script cites was looked up in what had really landed.
    expect(await missingIn(theatre)).toEqual([]);
    for (const proof of rehearsal.proof) {
      const ran = spawnSync("sh", ["-c", proof.run], { cwd: theatre.repository, encoding: "utf8" });
      expect(ran.status).toBe(proof.exit);
      if (proof.stdout !== undefined) expect(ran.stdout.trimEnd()).toBe(proof.stdout);
      if (proof.stderr !== undefined) expect(ran.stderr).toContain(proof.stderr);
    }
    expect(
      execFileSync("git", ["status", "--porcelain"], { cwd: theatre.repository, encoding: "utf8" }),
    ).toBe("");
  },
  60_000,
);

async function missingIn(theatre: Theatre): Promise<readonly string[]> {
  const journal = await theatre.journal();
  const missing: string[] = [];
  for await (const { event } of journal.read(1))
    if (event.type === "message.posted") missing.push(...(event.missing ?? []));
  await journal.close();
  return missing;
}

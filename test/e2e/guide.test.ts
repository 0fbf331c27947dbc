import { expect, test } from "vitest";
import { loadRehearsal } from "../../src/model/rehearsal/load-rehearsal.ts";
import { type Desk, desk } from "../support/huddle.ts";
import { playTo } from "../support/play-to.ts";
import { notPrinted, transcriptsIn } from "../support/transcripts.ts";

/** The calculator, up to the first thing of this kind that waits for the person. */
async function calculatorAt(kind: "question" | "accept"): Promise<Desk> {
  const rehearsal = await loadRehearsal("rehearsals/calculator");
  const at = await desk(rehearsal.repository.files);
  await playTo(at, rehearsal, kind);
  return at;
}

// What the guide shows of a session that is over is held in demo.test.ts, where one is played.
test.each([
  ["asked", "question"],
  ["scope", "accept"],
] as const)("what the guide shows where the team waits (%s) is what is printed", async (place, kind) => {
  const at = await calculatorAt(kind);
  const shown = await transcriptsIn("docs/running.md", place);
  expect(shown).not.toEqual([]);
  for (const { command, lines } of shown) {
    // The id on the page is of another play.
    const id = await waiting(at);
    const { stdout, stderr } = await at.huddle(command.map((word) => (/^[aq]\d+$/.test(word) ? id : word)));
    expect({ command, missing: notPrinted(lines, stdout + stderr) }).toEqual({ command, missing: [] });
  }
});

async function waiting(at: Desk): Promise<string> {
  const { items } = (await at.json(["inbox"])) as { items?: readonly { readonly id: string }[] };
  return items?.[0]?.id ?? "nothing";
}

import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { artifactOf, phases } from "../src/core/phase.ts";
import { loadRehearsal } from "../src/model/load-rehearsal.ts";
import { offeredIn } from "../src/team/discussion-tools.ts";

const root = join(import.meta.dirname, "..");
const kilobyte = 1024;

const names = [
  "team.md",
  "coach.md",
  "coding.md",
  "review.md",
  ...phases.map((phase) => `kickoff-${phase}.md`),
  ...phases.filter((phase) => artifactOf(phase) !== undefined).map((phase) => `${phase}.md`),
  ...phases.flatMap((phase) => artifactOf(phase) ?? []).map((kind) => `artifact-${kind}.md`),
];

test("there is one prompt for every name that is read, and no other", async () => {
  expect((await readdir(join(root, "prompts"))).sort()).toEqual(names.sort());
});

describe("what every seat is sent before its suffix", () => {
  test.each(phases.filter((phase) => artifactOf(phase) !== undefined))("is small in %s", async (phase) => {
    const { title, brief } = await loadRehearsal(join(root, "rehearsals/calculator"));
    const parts = [
      await prompt("team.md"),
      await prompt(`${phase}.md`),
      `# The brief\n${title}\n${brief}`,
      await prompt(`kickoff-${phase}.md`),
      JSON.stringify(offeredIn(phase)),
    ];
    expect(Buffer.byteLength(parts.join("\n\n"))).toBeLessThan(8 * kilobyte);
  });
});

test("rules that stand in a suffix are smaller still", async () => {
  const suffixes = names.filter((name) => name === "coach.md" || name.startsWith("artifact-"));
  for (const name of suffixes) expect(Buffer.byteLength(await prompt(name)), name).toBeLessThan(2 * kilobyte);
});

test("a phase is opened in one or two sentences", async () => {
  for (const name of names.filter((one) => one.startsWith("kickoff-"))) {
    const text = await prompt(name);
    expect(text.split(/[.?](?=\s)/).filter((part) => part.trim() !== "").length, name).toBeLessThanOrEqual(2);
    expect(text.replaceAll("{{title}}", ""), name).not.toContain("{{");
  }
});

function prompt(name: string): Promise<string> {
  return readFile(join(root, "prompts", name), "utf8");
}

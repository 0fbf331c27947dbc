import { execFileSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { storyAnswers, storyFiles } from "../support/first-story.ts";
import { providedHere } from "../support/huddle-here.ts";
import { requires } from "../support/requires.ts";
import { notPrinted, transcriptsIn } from "../support/transcripts.ts";

const idOf = /^([aq])\d+$/;

test("what the guide shows of a person's first hour is what its commands print, typed in this order", async () => {
  requires("python");
  const at = await providedHere({ files: storyFiles, sized: 2, server: { answers: storyAnswers } });
  await at.configure({}); // no model is set yet
  const shown = await transcriptsIn("docs/guide.md", "walked");
  expect(shown.length).toBeGreaterThan(12);
  for (const { command, lines } of shown) {
    // The id on the page is of another play.
    const { items } = (await at.json(["inbox"])) as unknown as { items: { id: string }[] };
    const typed = command.map((word) => (idOf.test(word) ? (items[0]?.id ?? word) : word));
    if (command[0] === "reply" && command[1]?.startsWith("a"))
      await holdsForm((await at.huddle(["edit", "agreement", "--print"])).stdout);
    const { stdout, stderr } = await at.huddle(typed);
    expect({ command, missing: notPrinted(lines, stdout + stderr) }).toEqual({ command, missing: [] });
  }
  // What was built does what the page says.
  const file = join(at.root, "numbers.txt");
  await writeFile(file, "1\n2\n3.5\n");
  const env = { ...process.env, PYTHONPATH: join(at.repository, "src") };
  expect(execFileSync("python3", ["-m", "sums", file], { encoding: "utf8", env })).toBe("6.5\n");
});

/** The part of the form on the page is a part of what is printed. */
async function holdsForm(printed: string): Promise<void> {
  const [, form] = /```markdown\n([\s\S]*?)```/.exec(await readFile("docs/guide.md", "utf8")) ?? [];
  expect(printed).toContain(form);
}

import { readdir, readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { faultOf, typedCommands } from "./support/typed-commands.ts";

const root = typedCommands();

/** Command lines in a text, each from behind `huddle` to where it ends. */
function linesIn(text: string): readonly string[] {
  return [...text.matchAll(/(?<![\w/.-])huddle (?=[a-z$-])([^\n`"'()|;<…]*)/g)].map(([, line = ""]) =>
    line
      .replace(/\$\{.*$/s, "")
      .replace(/(?: {2}| # |[.,:!?](?: |$)| – ).*$/s, "")
      .replace(/ huddle .*$/s, ""),
  );
}

async function filesIn(folder: string, ending: string): Promise<readonly string[]> {
  const all = await readdir(folder, { recursive: true });
  return all
    .filter((name) => name.endsWith(ending) && !name.endsWith(`.test${ending}`))
    .map((name) => `${folder}/${name}`);
}

test("no help text, error or page names a command or an option that does not exist", async () => {
  const files = [
    "README.md",
    "AGENTS.md",
    "CONTEXT.md",
    ...(await filesIn("docs", ".md")),
    ...(await filesIn("prompts", ".md")),
    ...(await filesIn("src", ".ts")),
  ].filter((file) => file !== "src/cli/help/shell-scripts.ts"); // lines of a shell, not of Huddle
  const faults: string[] = [];
  let looked = 0;
  for (const file of files)
    for (const line of linesIn(await readFile(file, "utf8"))) {
      looked += 1;
      const fault = faultOf(root, line);
      if (fault !== undefined) faults.push(`${file}: huddle ${line}: ${fault}`);
    }
  expect(faults).toEqual([]);
  expect(looked).toBeGreaterThan(500); // it looked at something
});

test.each([
  ["nonsense", "huddle has no command nonsense"],
  ["task cancel t1 --yes", undefined],
  ["task cancel t1 --force", "cancel has no option --force"],
  ["diff --stat", undefined],
  ["diff --stats", "diff has no option --stats"],
  ["--session x status", undefined],
  ["say --to mara", undefined],
  ["status now", undefined], // prose may follow
  ["debug prmpt", "debug has no command prmpt"],
  ["task cancle t1", undefined], // a task may have any name
] as const)("huddle %s: %s", (line, fault) => {
  expect(faultOf(root, line)).toBe(fault);
});

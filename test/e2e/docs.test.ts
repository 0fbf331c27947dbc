import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { commandNames } from "../../src/core/views/typed/commands.ts";
import { deskHere } from "../support/huddle-here.ts";

test("docs/commands.md has every command and every long option, and no others", async () => {
  const at = await deskHere();
  const page = await readFile("docs/commands.md", "utf8");
  for (const name of commandNames) expect(page).toMatch(new RegExp(`^### .*\`huddle ${name}\\b`, "m"));
  const documented = [...page.matchAll(/^### `huddle (?:[a-z]+`, `huddle )?([a-z]+)/gm)].map(
    ([, name = ""]) => name,
  );
  const known: readonly string[] = commandNames;
  expect(documented.filter((name) => !known.includes(name))).toEqual([]);

  for (const name of commandNames) {
    const options = (await at.huddle([name, "--help"])).stdout.matchAll(/^ +(?:-\w, )?(--[a-z-]+)/gm);
    for (const [, option] of options) if (option !== "--help") expect(page).toContain(option);
  }
});

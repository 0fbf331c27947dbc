import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { desk } from "../support/huddle.ts";

test("docs/commands.md has every command and every long option, and no others", async () => {
  const at = await desk();
  const page = await readFile("docs/commands.md", "utf8");
  const help = (await at.huddle(["--help"])).stdout;
  const names = [...help.matchAll(/^ {2}([a-z]+)(?: [<[]| {2,})/gm)].map(([, name]) => name ?? "");
  const commands = names.filter((name) => name !== "huddle" && name !== "help");
  expect(commands).toContain("doctor");
  for (const name of commands) expect(page).toMatch(new RegExp(`^### .*\`huddle ${name}\\b`, "m"));
  const documented = [...page.matchAll(/^### `huddle (?:[a-z]+`, `huddle )?([a-z]+)/gm)].map(
    ([, name]) => name,
  );
  expect(documented.filter((name) => !commands.includes(name ?? ""))).toEqual([]);

  for (const name of commands) {
    const options = (await at.huddle([name, "--help"])).stdout.matchAll(/^ +(?:-\w, )?(--[a-z-]+)/gm);
    for (const [, option] of options) if (option !== "--help") expect(page).toContain(option);
  }
});

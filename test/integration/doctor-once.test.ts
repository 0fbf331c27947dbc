import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { providedHere } from "../support/huddle-here.ts";

test.each([
  ["your settings", "config.json"],
  ["team file", "team.json"],
])("doctor tells what is wrong in %s once, and what that is in the way of", async (topic, name) => {
  const at = await providedHere({});
  const wrong = { modle: 3 };
  if (name === "config.json") await at.configure(wrong);
  else await writeFile(join(at.repository, ".huddle", name), JSON.stringify(wrong));
  const { code, stdout } = await at.huddle(["doctor"]);
  expect(code).toBe(1);
  expect(stdout.match(/modle/g)).toHaveLength(1);
  expect(stdout).toMatch(new RegExp(`^BAD   ${topic}: `, "m"));
  expect(stdout).toMatch(new RegExp(`^note  new session: cannot start: see ${topic}$`, "m"));
  expect(stdout).toContain("1 thing is wrong.");
});

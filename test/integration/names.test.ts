import { rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { deskHere, providedHere } from "../support/huddle-here.ts";

test.each([
  ["new", "Calculator"],
  ["do", "Calculator"],
  ["groom", "Calculator"],
  ["groom", "promote", "calculator"],
])("10.13: with a branch called huddle, %s %s is refused before anything is written", async (...args) => {
  const at = await deskHere();
  await at.git("branch", "huddle");
  const { code, stdout, stderr } = await at.huddle(args);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toContain("git branch -m huddle huddle-renamed");
  expect(await at.json(["status"])).toMatchObject({ session: null });
});

test.each([["new"], ["do"], ["groom"]])(
  "10.13: %s refuses the name of a session whose log is gone while a branch of it is left",
  async (command) => {
    const at = await providedHere();
    await at.huddle(["new", "Calculator"]);
    await at.git("branch", "huddle/calculator/main");
    expect(await at.json(["new", "Calculator"])).toMatchObject({ session: "calculator-2" });
    const sessions = join(at.repository, ".git/huddle/sessions");
    await rm(sessions, { recursive: true });
    const { code, stderr } = await at.huddle([command, "Calculator"]);
    expect(code).toBe(1);
    expect(stderr).toContain("An earlier session was also called calculator.");
    expect(stderr).toContain("huddle/calculator/main");
    expect(await at.json(["status"])).toMatchObject({ session: null });
    expect(await at.json(["new", "Another"])).toMatchObject({ session: "another" });
  },
);

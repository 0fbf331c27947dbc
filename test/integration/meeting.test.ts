import { expect, test } from "vitest";
import { providedHere } from "../support/huddle-here.ts";

test("13: a person chooses the size of the meeting when it starts, in the middle, and with a run", async () => {
  const at = await providedHere({ sized: 3 });
  expect((await at.huddle(["new", "Twice", "--meeting", "short"])).code).toBe(0);
  // The coach is not asked how large it looks, and one yes is asked for.
  const asked = await at.huddle(["run"]);
  expect(asked.code).toBe(3);
  expect(asked.stdout).not.toContain("This looks like");
  expect(asked.stdout).toContain("The agreement waits for your yes");

  expect(await at.json(["meeting", "full", "-m", "The formats are open."])).toMatchObject({
    meeting: "full",
    changed: true,
  });
  expect(await at.json(["meeting", "full"])).toMatchObject({ changed: false });
  const larger = await at.huddle(["run", "--max-turns", "1"]);
  expect(larger.stdout).toContain("Refinement");
  expect(JSON.stringify(at.server.asks.at(-1)?.asked?.messages)).toContain("The formats are open.");

  const shorter = await at.huddle(["run", "--meeting", "short"]);
  expect(shorter.code).toBe(3);
  expect(shorter.stdout).toContain("The agreement");
  const { items } = (await at.json(["inbox"])) as { items: { id: string }[] };
  expect((await at.huddle(["reply", items[0]?.id ?? "", "yes"])).code).toBe(0);
  for (const what of ["agreement", "scope", "tasks", "approach"])
    expect((await at.huddle(["show", what])).code, what).toBe(0);
  const refused = await at.huddle(["edit", "agreement", "--print"]);
  expect(refused.stderr).toContain("huddle edit scope, huddle edit tasks");
});

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Hands } from "../../src/app/door/hands.ts";
import { inRepository } from "../../src/app/door/in-repository.ts";
import { openWire } from "../../src/cli/wire/open-wire.ts";
import type { InRepository } from "../../src/core/views/screen/want.ts";
import type { Desk } from "../support/huddle.ts";
import { deskHere } from "../support/huddle-here.ts";

/** What needs no open session, done in a real repository. `trusts`: what the person says to commands of the repository. */
async function doer(at: Desk, trusts = true) {
  const wire = openWire({ env: at.env, cwd: at.repository });
  const project = await wire.openProject();
  // Only what these acts need.
  const hands = {
    base: () => wire.readyRepository(),
    askTrust: async () => trusts,
    models: async () => ({
      async open() {
        throw new Error("no session that cannot run may be opened");
      },
    }),
    settings: async () => (await wire.settings()).files(project.root),
  } as unknown as Hands;
  return { wire, project, does: (doing: InRepository) => inRepository(async () => project, hands, doing) };
}

test("new work is a session like one of the command, and is shown", async () => {
  const at = await deskHere();
  const { project, does } = await doer(at);
  expect(await does({ kind: "begin", what: "iteration", title: " A calculator " })).toEqual({
    kind: "done",
    opens: { session: "calculator", run: false },
  });
  const begun = await project.sessions.card("calculator");
  expect((await at.huddle(["new", "A calculator"])).code).toBe(0);
  const typed = await project.sessions.card("calculator-2");
  expect({ ...begun, openedAt: "", lastAt: "" }).toEqual({ ...typed, openedAt: "", lastAt: "" });
});

test("what would be run at once is not opened where no model can be asked", async () => {
  const at = await deskHere();
  const { project, does } = await doer(at);
  for (const what of ["small work", "grooming"] as const)
    expect(await does({ kind: "begin", what, title: "Mend it" })).toMatchObject({ kind: "refused" });
  expect(await project.sessions.list()).toEqual([]);
});

test("commands of the repository that the person does not trust keep work from beginning", async () => {
  const at = await deskHere({ ".huddle/team.json": "{}" });
  const team = '{ "checks": { "full": [{ "run": "make something" }] } }';
  await writeFile(join(at.repository, ".huddle/team.json"), team);
  const { project, does } = await doer(at, false);
  expect(await does({ kind: "begin", what: "iteration", title: "x" })).toMatchObject({
    kind: "refused",
    why: expect.stringContaining("make something"),
  });
  expect(await project.sessions.list()).toEqual([]);
  const trusting = await doer(at);
  expect(await trusting.does({ kind: "begin", what: "iteration", title: "x" })).toMatchObject({
    kind: "done",
  });
});

test("a grooming of which nothing was said yet is not promoted; a session that is none neither", async () => {
  const at = await deskHere();
  const { project, does } = await doer(at);
  expect((await at.huddle(["new", "Parser"])).code).toBe(0);
  expect(await does({ kind: "promote", grooming: "parser" })).toMatchObject({
    kind: "refused",
    why: expect.stringContaining("parser is not a grooming"),
  });
  expect(await does({ kind: "promote", grooming: "none" })).toMatchObject({ kind: "refused" });
  expect(await project.sessions.list()).toEqual(["parser"]);
});

test("a setting is written, or refused in the words of the command line", async () => {
  const at = await deskHere({ ".huddle/team.json": '{ "pace": "auto" }' });
  const { wire, project, does } = await doer(at);
  const files = await (await wire.settings()).files(project.root);
  const seen = (await files.read("project")).mark;
  const set = (value: unknown) =>
    does({ kind: "set", change: { place: "project", path: ["pace"], value, seen } });
  expect(await set("slow")).toMatchObject({ kind: "refused", why: expect.stringMatching(/pace: .*careful/) });
  expect(await set("normal")).toMatchObject({ kind: "done", says: expect.stringContaining("team.json") });
  expect(await readFile(join(at.repository, ".huddle/team.json"), "utf8")).toBe('{ "pace": "normal" }');
  expect(await set("careful")).toMatchObject({
    kind: "refused",
    why: expect.stringContaining("has changed"),
  });
});

test("looking again does nothing but that", async () => {
  const at = await deskHere();
  const { does } = await doer(at);
  expect(await does({ kind: "look-again" })).toEqual({ kind: "done" });
});

import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Desk } from "../support/huddle.ts";
import { deskHere } from "../support/huddle-here.ts";
import { miniRehearsal } from "../support/mini-rehearsal.ts";
import { playTo } from "../support/play-to.ts";

async function own(at: Desk, name: string, text: string): Promise<string> {
  const folder = join(at.repository, ".huddle/prompts");
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, name), text);
  return join(folder, name);
}

interface Listed {
  readonly prompts: readonly { readonly name: string; readonly changed: boolean; readonly bytes: number }[];
  readonly faults: readonly string[];
}

test("debug prompts says what ships and what the project has changed, and compares it", async () => {
  const at = await deskHere();
  const before = await at.huddle(["debug", "prompts"]);
  expect(before).toMatchObject({ code: 0, stderr: "" });
  expect(before.stdout).toMatch(/^\d+ prompts, 0 changed by this project$/m);
  expect(before.stdout).toMatch(/^ {2}coach\.md +\d+ bytes {2}ships$/m);

  const shipped = await readFile("prompts/engineer.md", "utf8");
  await own(at, "engineer.md", `${shipped}Be \u001b[31mbrief.\n`);
  const listed = (await at.json(["debug", "prompts"])) as unknown as Listed;
  expect(listed.faults).toEqual([]);
  expect(listed.prompts.filter(({ changed }) => changed)).toMatchObject([
    { name: "engineer.md", path: ".huddle/prompts/engineer.md", shipped: Buffer.byteLength(shipped) },
  ]);

  const compared = await at.huddle(["debug", "prompts", "engineer.md"], { cwd: at.repository });
  expect(compared.stdout.split("\n").slice(0, 4)).toEqual([
    "--- engineer.md, as it ships",
    "+++ .huddle/prompts/engineer.md",
    `  ${shipped.trim()}`,
    "+ Be brief.",
  ]);
  expect(await at.json(["debug", "prompts", "scope.schema.json"])).toMatchObject({
    changed: false,
    text: await readFile("prompts/scope.schema.json", "utf8"),
  });
  const unknown = await at.huddle(["debug", "prompts", "nobody.md"]);
  expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining("There is no prompt nobody.md") });
});

test("a prompt that is wrong is told by doctor, new and run, before any model is asked", async () => {
  const at = await deskHere();
  expect(await at.huddle(["new", "twice"])).toMatchObject({ code: 0 });
  const path = await own(at, "kickoff-refinement.md", "Hello.\nNow {{titel}}.\n");
  const fault =
    ".huddle/prompts/kickoff-refinement.md, line 2: there is no variable {{titel}} here; this file has {{title}}";
  for (const args of [["new", "thrice"], ["run"], ["run", "--dry-run"]]) {
    const refused = await at.huddle(args);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining(fault) });
  }
  expect(await at.json(["run"])).toMatchObject({ error: { code: "config.invalid" } });
  const doctor = await at.huddle(["doctor"]);
  expect(doctor).toMatchObject({ code: 1, stdout: expect.stringContaining(fault) });
  expect(await at.huddle(["debug", "prompts"])).toMatchObject({
    code: 1,
    stdout: expect.stringContaining(`BAD  ${fault}`),
  });
  expect(await at.huddle(["status"])).toMatchObject({ code: 0 });
  await rm(path);
  expect(await at.huddle(["run"])).toMatchObject({ code: 2, stderr: expect.not.stringContaining("titel") });
});

test("the project's own words and instructions are in what is sent, and the log vouches for them", async () => {
  const at = await deskHere({ ...miniRehearsal.repository.files, "AGENTS.md": "Always use tabs.\n" });
  await own(at, "coding.md", "Build it {their} way.\n");
  expect((await at.huddle(["doctor"])).stdout).toMatch(/^ok {4}instructions: AGENTS\.md, as committed$/m);
  await playTo(at, miniRehearsal, "ship");

  const log = (await at.huddle(["show", "--json"])).stdout.trimEnd().split("\n");
  const asked = log.map((line) => JSON.parse(line)).filter(({ event }) => event.type === "model.asked");
  expect(asked.length).toBeGreaterThan(8);
  let building = 0;
  for (const { seq } of [asked[0], ...asked.slice(-6)]) {
    const { request, thread } = (await at.json(["debug", "prompt", String(seq)])) as never as {
      request: { system: string };
      thread: string;
    };
    expect(request.system).toContain("# The project's own instructions: AGENTS.md");
    expect(request.system).toContain("~~~\nAlways use tabs.\n~~~");
    if (thread.startsWith("coding/")) building++;
    if (thread.startsWith("coding/"))
      expect(request.system).toMatch(/^Build it \{their\} way\.\n\n# The project/);
  }
  expect(building).toBeGreaterThan(0);
  // What was sent is what was written down, whatever stands in the files now.
  await own(at, "coding.md", "Build it another way.\n");
  expect(await at.huddle(["debug", "prompt", "--all"])).toMatchObject({ code: 0 });
  expect(await at.huddle(["debug", "replay"])).toMatchObject({ code: 0 });
});

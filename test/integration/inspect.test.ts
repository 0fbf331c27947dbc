import { appendFile, chmod, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Desk } from "../support/huddle.ts";
import { deskHere } from "../support/huddle-here.ts";
import { keptPlace } from "../support/kept-place.ts";
import { miniRehearsal } from "../support/mini-rehearsal.ts";
import { playTo } from "../support/play-to.ts";

interface Finding {
  readonly topic: string;
  readonly state: string;
  readonly text: string;
}

const played = keptPlace(async (): Promise<Desk & { readonly folder: string }> => {
  const at = await deskHere(miniRehearsal.repository.files);
  const session = await playTo(at, miniRehearsal, "ship");
  return { ...at, folder: join(at.repository, ".git/huddle/sessions", session) };
});

async function findingOf(at: Desk, topic: string): Promise<Finding | undefined> {
  const { findings } = (await at.json(["doctor"])) as unknown as { findings: Finding[] };
  return findings.find((finding) => finding.topic === topic);
}

test("doctor finds nothing wrong with a whole session, and mends nothing", async () => {
  const at = await played();
  const { stdout } = await at.huddle(["doctor"]);
  // A scripted team needs no model, and a new one would.
  expect(stdout.match(/^BAD .*$/gm)).toEqual([
    expect.stringContaining("model strong"),
    expect.stringContaining("model fast"),
  ]);
  expect(stdout).toMatch(/^ok {4}session twice: \d+ events in \d+ lines$/m);
  expect(stdout).toContain("2 things are wrong.");
  expect(await findingOf(at, "identity")).toMatchObject({ state: "fine", text: "Pia <pia@example.com>" });
});

test("doctor counts torn lines, and names damage by line", async () => {
  const at = await played();
  const log = join(at.folder, "log.jsonl");
  const whole = await readFile(log, "utf8");
  await appendFile(log, '{"seq":');
  expect(await findingOf(at, "session twice")).toMatchObject({
    state: "fine",
    text: expect.stringContaining("1 torn"),
  });

  const lines = whole.split("\n");
  lines[4] = (lines[4] ?? "").replace(/"at":"\d/, '"at":"3');
  await writeFile(log, lines.join("\n"));
  expect(await findingOf(at, "session twice")).toMatchObject({
    state: "wrong",
    text: expect.stringContaining("damaged at line 5"),
  });
  expect(await at.huddle(["doctor"])).toMatchObject({ code: 1 });
  for (const args of [["status"], ["say", "hi"], ["show"]]) {
    const refused = await at.huddle(args);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain("damaged at line 5");
  }
  expect(await at.json(["inbox"])).toMatchObject({ items: [], damaged: [{ session: "twice" }] });
});

test.each([
  ["is empty", () => Buffer.alloc(0), "the file is empty"],
  ["is UTF-16", (log: Buffer) => Buffer.from(log.toString("utf8"), "utf16le"), "the file is UTF-16"],
] as const)(
  "10.20: when a log %s, status and doctor say so, and where landed work is",
  async (_, change, words) => {
    const at = await played();
    const log = join(at.folder, "log.jsonl");
    await writeFile(log, change(await readFile(log)));
    const status = await at.huddle(["status"]);
    expect(status).toMatchObject({ code: 1, stderr: expect.stringContaining(words) });
    expect(status.stderr).toContain("branch huddle/twice/main");
    expect(await findingOf(at, "session twice")).toMatchObject({
      state: "wrong",
      text: expect.stringMatching(new RegExp(`${words}.*huddle/twice/main`)),
    });
    expect(await at.json(["inbox"])).toMatchObject({ damaged: [{ session: "twice" }] });
  },
);

test("10.20: an end that was cut off is told by status, doctor and run", async () => {
  const at = await played();
  const log = join(at.folder, "log.jsonl");
  const lines = (await readFile(log, "utf8")).split("\n");
  await writeFile(log, `${lines.slice(0, 6).join("\n")}\n`);
  const words = "it holds 6 events and once held";
  expect((await at.huddle(["status"])).stdout).toContain(words);
  expect((await at.huddle(["run", "--dry-run"])).stderr).toContain(words);
  expect(await findingOf(at, "session twice")).toMatchObject({
    state: "wrong",
    text: expect.stringContaining(words),
  });
});

test("doctor names worktrees that nobody needs any more", async () => {
  const at = await played();
  const all = join(at.root, ".local/state/huddle/worktrees");
  const [repository = ""] = await readdir(all);
  await mkdir(join(all, repository, "long-gone", "t1.3"), { recursive: true });
  expect(await findingOf(at, "worktrees")).toMatchObject({
    state: "note",
    text: expect.stringContaining(join(repository, "long-gone")),
  });
});

test("doctor names a team file that is wrong and a missing identity", async () => {
  const at = await played();
  await at.commit({ ".huddle/team.json": '{ "pace": 3 }' });
  expect(await findingOf(at, "team file")).toMatchObject({
    state: "wrong",
    text: expect.stringContaining("line 1, pace"),
  });
  const nobody = await at.json(["doctor"], { env: { HOME: join(at.root, "nowhere") } });
  expect((nobody.findings as Finding[]).find(({ topic }) => topic === "identity")).toMatchObject({
    state: "wrong",
  });
});

test("debug prompt renders every request with the hash that was recorded, and says when one differs", async () => {
  const at = await played();
  const { stdout } = await at.huddle(["show", "--all", "--json"]);
  const facts = stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  const asked = facts.filter(({ event }) => event.type === "model.asked");
  const all = await at.huddle(["debug", "prompt", "--all"]);
  expect(all).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(`${asked.length} of ${asked.length} equal`),
  });

  const [first] = asked;
  const one = await at.json(["debug", "prompt", String(first.seq)]);
  expect(one).toMatchObject({
    seq: first.seq,
    equal: true,
    hash: first.event.hash,
    request: { messages: expect.any(Array) },
  });
  expect(await at.huddle(["debug", "prompt", "1"])).toMatchObject({ code: 2 });
  expect(await at.huddle(["debug", "prompt", "99999"])).toMatchObject({ code: 2 });
  expect(await at.huddle(["debug", "prompt"])).toMatchObject({ code: 2 });
});

test("debug prompt never guesses: rules that were changed or are missing end it with 1", async () => {
  const at = await played();
  const blobs = join(at.folder, "blobs");
  const paths = (await readdir(blobs, { recursive: true, withFileTypes: true })).filter((one) =>
    one.isFile(),
  );
  for (const { parentPath, name } of paths) await writeFile(join(parentPath, name), "{}");
  const { code, stderr } = await at.huddle(["debug", "prompt", "--all"]);
  expect(code).toBe(1);
  expect(stderr).not.toBe("");
});

test("commands that only look run nothing of the repository", async () => {
  const evil = "#!/bin/sh\ntouch ran\n";
  const programs = ["evil", "node", "npm", "yarn", ".huddle/evil"];
  const at = await deskHere({
    ...Object.fromEntries(programs.map((path) => [path, evil])),
    ".yarnrc.yml": "yarnPath: ./evil\n",
    ".huddle/team.json": JSON.stringify({
      setup: { run: "./evil && yarn install" },
      checks: { full: [{ run: "./evil" }, { run: "npm test" }, { run: "./.huddle/evil" }] },
    }),
  });
  for (const path of programs) await chmod(join(at.repository, path), 0o755);
  for (const words of [["status"], ["inbox"], ["show"], ["log"], ["tasks"], ["trust"], ["doctor"], []])
    await at.huddle(words);
  expect(await readdir(at.repository)).not.toContain("ran");
});

import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { PassThrough, Writable } from "node:stream";
import { expect, test } from "vitest";
import { openOutput } from "../../src/cli/print/output.ts";
import { runProgram } from "../../src/cli/program.ts";
import { openWire } from "../../src/cli/wire/open-wire.ts";
import { exampleModel } from "../../src/core/terms/policy.ts";
import { emptyPlace } from "../support/git-place.ts";
import { deskHere, runHere } from "../support/huddle-here.ts";
import "../support/many-wires.ts";
import { miniRehearsal } from "../support/mini-rehearsal.ts";
import { plainEnv } from "../support/plain.ts";
import { playTo } from "../support/play-to.ts";
import { withKey } from "../support/with-key.ts";

/** A person at a terminal who types `huddle` and then these lines, each when they are asked. Returns what they saw. */
async function typing(cwd: string, env: Record<string, string>, lines: readonly string[]): Promise<string> {
  const wire = openWire({ env, cwd });
  const input = new PassThrough();
  const left = [...lines];
  let seen = "";
  const screen = new Writable({
    decodeStrings: false,
    write(text: string, _, done) {
      seen += text;
      if (/(?:> |\(yes\/no\) )$/.test(seen)) {
        const line = left.shift();
        if (line === undefined) input.end();
        else input.write(`${line}\n`);
      }
      done();
    },
  });
  const terminal = { ...wire.terminal, isTty: true, canAsk: true, colour: false, columns: () => 80 };
  const failed = (error: Error) => {
    throw error;
  };
  const output = openOutput(screen, screen, wire.keys.redact, failed);
  const stop = () => new AbortController().signal;
  const here = { ...wire, terminal, output, input, outputStream: screen, stop };
  await runProgram(here, [], "0.0.0");
  expect(left).toEqual([]);
  return seen;
}

test("from an empty folder to a session, a person types nothing that the screen did not offer", async () => {
  const root = await emptyPlace();
  const cwd = join(root, "project");
  await mkdir(cwd);
  await writeFile(join(cwd, ".env"), "KEY=1\n");
  await writeFile(join(cwd, "Makefile"), "test:\n\ttrue\n");
  const env = { ...plainEnv(root), ...(await withKey()) };
  const enter = "";
  const seen = await typing(cwd, env, [
    enter, // git init
    "Pia <pia@example.com>",
    enter, // .env into .gitignore
    enter, // the first commit
    enter, // huddle init
    enter, // yes, try the checks
    enter, // huddle model
    "fast 99",
    enter, // the first one, for all
    "what?", // the team file is there: this is the idea
    "huddle status",
    "nonsense",
    "q",
  ]);
  const next = [...seen.matchAll(/^Next: (.*?)(?: {2}\(.*)?$/gm)].map(([, command]) => command);
  expect(next).toEqual([
    "git init",
    'git config --global user.name "Your Name" && git config --global user.email you@example.com',
    "printf '%s\\n' /.env >> .gitignore",
    'git add -A && git commit -m "First commit"',
    "huddle init",
    "huddle model", // said by init
    "huddle model",
    "huddle model check", // said by model
    'huddle new "what should be built"',
    "huddle run", // said by new
    "huddle run",
    "huddle run", // said by status
    "huddle run",
  ]);
  expect(seen).toMatch(/✓ test \(make test\): less than 1 s/);
  expect(seen).toContain("Everything passes on commit");
  expect(seen).toContain('There is no model "99" here.');
  expect(seen).toContain("All members use anthropic/claude-sonnet-5-5");
  expect(seen).toContain("Session what: what?");
  expect(seen).toContain('Press Enter, type a command such as "huddle status", or q to leave.');
  expect(await readFile(join(cwd, ".gitignore"), "utf8")).toBe("/.env\n");
  expect(existsSync(join(cwd, ".huddle", "team.json"))).toBe(true);
});

test("Ctrl-D leaves", async () => {
  const at = await deskHere();
  expect(await typing(at.repository, at.env, [])).toContain("Enter: huddle init  ·  q: leave");
});

test("without a terminal it says the same in plain lines, and where one is in JSON", async () => {
  const home = await emptyPlace();
  const outside = { cwd: home, env: plainEnv(home) };
  const inHome = await runHere([], outside);
  expect(inHome).toMatchObject({ code: 0, stderr: "" });
  expect(inHome.stdout).toContain("cd your-project");
  const below = join(home, "below");
  await mkdir(below);
  const where = async (place: typeof outside) =>
    JSON.parse((await runHere(["--json"], place)).stdout) as Record<string, unknown>;
  expect(await where({ ...outside, cwd: below })).toMatchObject({
    where: "no-repository",
    session: null,
    next: { command: "git init" },
  });

  const key = await withKey();
  const at = await deskHere();
  expect(await at.json([])).toMatchObject({ where: "no-team-file", next: { command: "huddle init" } });
  await at.huddle(["init"]);
  expect(await at.json([])).toMatchObject({ where: "no-model", next: { command: "huddle model" } });
  expect(await at.json(["--json"], { env: key })).toMatchObject({ where: "no-model" });
  await at.huddle(["model", "set", "all", "anthropic/claude-sonnet-5-5"]);
  const keyless = await at.huddle([]);
  expect(keyless.stdout).toContain("There is no key for anthropic. Set ANTHROPIC_API_KEY");
  expect(await at.json([], { env: key })).toMatchObject({ where: "nothing-open", sessions: [] });
  await at.huddle(["new", "An idea"], { env: key });
  expect(await at.json([], { env: key })).toMatchObject({ where: "open", session: "idea" });
  expect(await at.json([])).toMatchObject({ where: "no-model", session: "idea" });
  await at.git("config", "--global", "--unset", "user.name");
  expect(await at.json([], { env: key })).toMatchObject({ where: "no-identity" });
});

test("what waits comes before everything else", async () => {
  const at = await deskHere(miniRehearsal.repository.files);
  const session = await playTo(at, miniRehearsal, "accept");
  expect(await at.json([])).toMatchObject({
    where: "needs-you",
    session,
    inbox: [expect.anything()],
    next: { command: expect.stringMatching(/^huddle (reply|show)/) },
  });
  const { stdout } = await at.huddle([]);
  expect(stdout).toContain("Waiting for you:");
});

test("a provider that cannot be asked is named before anybody types an idea, and looking again finds it back", async () => {
  const env = await withKey();
  const at = await deskHere();
  await at.huddle(["init"], { env });
  await at.huddle(["model", "set", "all", exampleModel], { env });
  expect(await at.json([], { env })).toMatchObject({ where: "nothing-open" });
  const where = async (more: Record<string, string>) => at.json([], { env: { ...env, ...more } });
  for (const more of [{ ANTHROPIC_API_KEY: "wrong" }, { ANTHROPIC_BASE_URL: "http://127.0.0.1:9" }])
    expect(await where(more)).toMatchObject({ where: "model-away", next: { command: "huddle model" } });
  const refused = await at.huddle([], { env: { ...env, ANTHROPIC_API_KEY: "wrong" } });
  expect(refused.stdout).toContain(
    "  anthropic refuses the key (401). Set another one in ANTHROPIC_API_KEY, or choose another model.",
  );
  await at.huddle(["new", "An idea"], { env });
  expect(await where({ ANTHROPIC_API_KEY: "wrong" })).toMatchObject({ where: "model-away", session: "idea" });

  const shut = createServer().listen(0, "127.0.0.1");
  await once(shut, "listening");
  const address = shut.address();
  const port = typeof address === "object" ? address?.port : undefined;
  shut.close();
  const seen = await typing(
    at.repository,
    { ...at.env, ...env, ANTHROPIC_BASE_URL: `http://127.0.0.1:${port}` },
    ["what?", "", "q"],
  );
  expect(
    seen.match(/nobody answers at http:\/\/127\.0\.0\.1:\d+\/v1\. Start the server or look/g),
  ).toHaveLength(2);
  expect(seen).toContain("Enter: look again  ·  q: leave");
});

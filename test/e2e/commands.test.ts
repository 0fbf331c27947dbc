import { mkdir, mkdtemp, readdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { askingRehearsal } from "../support/asking-rehearsal.ts";
import { emptyPlace } from "../support/git-place.ts";
import { type Desk, desk, runHuddle } from "../support/huddle.ts";
import { deskHere, runHere } from "../support/huddle-here.ts";
import { miniRehearsal } from "../support/mini-rehearsal.ts";
import { plainEnv } from "../support/plain.ts";
import { playTo } from "../support/play-to.ts";

const lastLine = (text: string) => text.trimEnd().split("\n").at(-1) ?? "";

describe("without a session", () => {
  test("status and the bare command say how to start, and succeed", async () => {
    const at = await desk();
    for (const [args, next] of [
      [["status"], /^Next: huddle new /],
      [[], /^Next: huddle init /],
    ] as const) {
      const { code, stdout } = await at.huddle(args);
      expect(code).toBe(0);
      expect(lastLine(stdout)).toMatch(next);
    }
    expect(await at.json(["status"])).toMatchObject({
      session: null,
      next: { why: "there is no session yet" },
    });
    expect(await at.json(["inbox"])).toMatchObject({ items: [] });
  });

  test.each([
    ["say", "hi"],
    ["advance"],
    ["tasks"],
    ["ship"],
    ["run"],
    ["show"],
    ["debug", "prompt", "--all"],
  ])("%s is refused with exit 1", async (...args) => {
    const at = await deskHere();
    const { code, stderr, stdout } = await at.huddle(args);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain("There is no session yet. Type: huddle new");
    expect(await at.json(args)).toMatchObject({ error: { code: "session.missing" } });
  });
});

describe("what a command loads", () => {
  test("its own act alone, and looking loads no schemas, which take longer to make than most commands do", async () => {
    const loadedBy = await loadingSpy();
    for (const words of ["--help", "ship --help"])
      expect(await loadedBy(...words.split(" ")), words).toEqual({
        acts: [],
        packages: ["commander"],
        modules: [],
      });
    expect(await loadedBy("help")).toEqual({ acts: ["help"], packages: ["commander"], modules: [] });
    expect(await loadedBy("inbox")).toMatchObject({ acts: ["inbox"] });
    for (const command of ["status", "show", "inbox", "tasks", "cost"])
      expect((await loadedBy(command)).packages, command).not.toContain("zod");
    expect((await loadedBy("say", "hello")).packages).toContain("zod"); // it would be seen
  });

  test("what is piped loads no interface, which is the only module", async () => {
    const loadedBy = await loadingSpy();
    for (const words of ["", "status", "show", "run", "--plain"])
      expect((await loadedBy(...words.split(" ").filter(Boolean))).modules, words).toEqual([]);
    const chunks = join(import.meta.dirname, "..", "..", "dist", "chunks");
    const interfaces = (await readdir(chunks)).filter((name) => name.startsWith("interface-"));
    expect(interfaces.length).toBeGreaterThan(0);
    const loading = await loadingSpy(join(chunks, interfaces[0] ?? ""));
    expect((await loading("status")).modules).toContain(interfaces[0]); // it would be seen
  });

  test("the version loads no package, and the status none but for the arguments and for lines as wide as a terminal", async () => {
    const loadedBy = await loadingSpy();
    expect(await loadedBy("--version")).toEqual({ acts: [], packages: [], modules: [] });
    const breaksLines = [
      "string-width",
      "wrap-ansi",
      "strip-ansi",
      "ansi-regex",
      "ansi-styles",
      "get-east-asian-width",
    ];
    const { packages } = await loadedBy("status");
    expect(packages.filter((name) => !breaksLines.includes(name))).toEqual(["commander"]);
    expect((await loadedBy("say", "hello")).packages).toContain("zod"); // it would be seen
  });
});

interface Loaded {
  readonly acts: readonly string[];
  readonly packages: readonly string[];
  readonly modules: readonly string[];
}

/**
 * Which acts and packages are in the parts that a command of the built program loads, in a project with one session, and
 * which modules it loads. `also`: a module that is loaded beside the command.
 */
async function loadingSpy(also?: string): Promise<(...args: string[]) => Promise<Loaded>> {
  const at = await desk();
  await at.huddle(["new", "Twice"]);
  const spy = join(await mkdtemp(join(tmpdir(), "spy-")), "spy.cjs"); // Node takes no quotes in the path
  await writeFile(
    spy,
    `const modules = [];
    const session = new (require("node:inspector").Session)();
    session.connect();
    session.on("Debugger.scriptParsed", ({ params }) => {
      if (/^file:.*[/]dist[/]chunks[/]/.test(params.url)) modules.push(require("node:path").basename(params.url));
    });
    session.post("Debugger.enable");
    ${also === undefined ? "" : `import(${JSON.stringify(also)});`}
    process.on("exit", () => {
      const parts = Object.keys(require.cache).filter((file) => file !== __filename);
      const texts = parts.map((file) => require("node:fs").readFileSync(file, "utf8"));
      const acts = texts.flatMap((text) => [...text.matchAll(/#region src.cli.acts.(\\S+)\\.ts/g)].map(([, act]) => act));
      const regions = texts.flatMap((text) => [...text.matchAll(/#region node_modules\\/((?:@[^/]+\\/)?[^/]+)\\//g)]);
      const packages = [...new Set(regions.map((region) => region[1]))].sort();
      process.stderr.write(JSON.stringify({ acts, packages, modules: modules.filter((name) => name.endsWith(".js")) }));
    });`,
  );
  return async (...args) => {
    const { stderr } = await at.huddle(args, { env: { NODE_OPTIONS: `--require ${spy}` } });
    return JSON.parse(stderr.slice(stderr.lastIndexOf('{"acts"')));
  };
}

describe("outside a repository", () => {
  test.each([["status"], ["new", "x"], ["say", "x"], ["inbox"], ["reply", "q1", "yes"], ["run"], ["show"]])(
    "%s names what to type",
    async (...args) => {
      const root = await emptyPlace();
      const { code, stderr } = await runHere(args, { cwd: root, env: plainEnv(root) });
      expect(code).toBe(1);
      expect(stderr).toContain("git init");
    },
  );

  test("doctor still looks at the machine", async () => {
    const root = await emptyPlace();
    const { code, stdout } = await runHuddle(["doctor"], { cwd: root, env: plainEnv(root) });
    expect(code).toBe(0);
    expect(stdout).toContain("this folder is not in a git repository");
  });
});

describe("wrong usage ends with 2", () => {
  test.each([
    [["nonsense"], "unknown command 'nonsense'"],
    [["statu"], "Did you mean status?"],
    [["status", "--nonsense"], "unknown option '--nonsense'"],
    [["init", "--session", "x"], "unknown option '--session'"],
    [["help", "bugets"], "Did you mean budgets?"],
    [["help", "task", "cancle"], "Did you mean cancel?"],
    [["status", "extra"], 'so "extra" is too much'],
    [["new"], "huddle new needs <title>"],
    [["new", "  "], "Say what it is about"],
    [["reply", "q1"], "huddle reply needs <answer>"],
    [["run", "--until", "never"], "Choose one of: meeting, refinement"],
    [["run", "--max-turns", "0"], "a whole number, at least 1"],
    [["show", "--from", "x"], "a whole number"],
    [["demo", "--speed", "-1"], "a number, at least 0"],
    [["debug"], "Say which command"],
    [["debug", "prompt", "x"], "a whole number"],
  ])("%s", async (args, message) => {
    const at = await deskHere();
    const { code, stderr } = await at.huddle(args);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
    expect(await at.json(args)).toEqual({
      error: { code: "usage", message: expect.stringContaining(message) },
    });
  });
});

test("--version and --help", async () => {
  const at = await desk();
  expect(await at.huddle(["--version"])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
  });
  const help = await at.huddle(["--help"]);
  expect(help.code).toBe(0);
  expect(help.stdout).toBe((await at.huddle(["help"])).stdout);
  for (const word of ["charter", "floor", "fold", "seat", "fact"])
    expect(help.stdout).not.toMatch(new RegExp(`\\b${word}s?\\b`));
});

describe("new", () => {
  test("opens a session from any folder, with words, a file or piped text as the brief", async () => {
    const at = await desk();
    await mkdir(join(at.repository, "deep"));
    const below = { cwd: join(at.repository, "deep") };
    await writeFile(join(below.cwd, "brief.md"), "from a file\n");

    const words = await at.json(["new", "A calculator for the terminal", "do", "sums"], below);
    expect(words).toMatchObject({ session: "calculator-terminal", next: { command: "huddle run" } });
    expect(await at.json(["new", "Two", "--brief-file", "brief.md"], below)).toMatchObject({
      session: "two",
    });
    expect(await at.json(["new", "Three", "-"], { ...below, input: "from a pipe\n" })).toMatchObject({
      session: "three",
    });

    const briefs = await Promise.all(
      ["calculator-terminal", "two", "three"].map(async (session) => {
        const { stdout } = await at.huddle(["show", "--all", "--json", "--session", session]);
        return JSON.parse(stdout.split("\n")[0] ?? "").event.brief;
      }),
    );
    expect(briefs).toEqual(["do sums", "from a file", "from a pipe"]);
  });

  test("takes base, author, team and checks from the project", async () => {
    const team = {
      team: { engineers: [{ name: "x" }, { name: "y" }], coach: false },
      checks: { full: [{ run: "true" }], timeout: "90s" },
    };
    const at = await desk({ ".huddle/team.json": JSON.stringify(team) });
    await at.huddle(["new", "It"]);
    const { stdout } = await at.huddle(["show", "--all", "--json"]);
    expect(JSON.parse(stdout.split("\n")[0] ?? "").event).toMatchObject({
      type: "session.opened",
      seats: [{ id: "x" }, { id: "y" }, { id: "architect" }],
      policy: {
        author: { name: "Pia", email: "pia@example.com" },
        checks: { quick: [{ run: "true" }], full: [{ name: "true", run: "true" }], timeoutMs: 90_000 },
      },
      repo: { base: await at.git("rev-parse", "HEAD"), branch: "main" },
    });
  });

  test("a file that is not there is wrong usage", async () => {
    const at = await desk();
    expect(await at.huddle(["new", "x", "--brief-file", "no.md"])).toMatchObject({
      code: 2,
      stderr: "huddle: There is no file no.md.\n",
    });
  });
});

test("run on one's own project says how to get a model, and exits 2", async () => {
  const at = await desk();
  await at.huddle(["new", "It"]);
  const { code, stderr } = await at.huddle(["run"]);
  expect(code).toBe(2);
  for (const word of ["ANTHROPIC_API_KEY", "Ollama", "huddle demo", "huddle model set"])
    expect(stderr).toContain(word);
  expect(await at.json(["run"])).toMatchObject({ error: { code: "model.missing" } });
});

describe("say", () => {
  test("takes words, piped text, and names", async () => {
    const at = await desk();
    await at.huddle(["new", "It"]);
    expect(await at.json(["say", "keep it", "small"])).toMatchObject({ said: "keep it small", to: [] });
    expect(await at.json(["say", "--to", "mara,coach", "hi"])).toMatchObject({ to: ["mara", "coach"] });
    expect(await at.json(["say"], { input: "two\nlines\n" })).toMatchObject({ said: "two\nlines" });
    expect(await at.huddle(["say", "--to", "nobody", "hi"])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("The team: mara, jonas"),
    });
    expect(await at.huddle(["say"])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("The message is empty."),
    });
  });

  test("from many processes at once loses nothing and doubles nothing", async () => {
    const at = await desk();
    await at.huddle(["new", "It"]);
    const words = Array.from({ length: 8 }, (_, index) => `word ${index}`);
    const said = await Promise.all(words.map((word) => at.huddle(["say", word])));
    expect(said.map(({ code }) => code)).toEqual(words.map(() => 0));
    const { stdout } = await at.huddle(["show", "--all", "--json"]);
    const facts = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    const texts = facts.filter(({ event }) => event.type === "message.posted").map(({ event }) => event.text);
    expect(texts.sort()).toEqual(words);
  });
});

describe("several sessions", () => {
  test("the newest open one is meant, and it is said which", async () => {
    const at = await deskHere();
    await at.huddle(["new", "One"]);
    await at.huddle(["new", "Two"]);
    const said = await at.huddle(["say", "hello"]);
    expect(said.stdout).toContain("Session two: Two");
    const named = await at.huddle(["say", "hello", "--session", "one"]);
    expect(named.stdout).toContain("Session one: One");
    expect(lastLine(named.stdout)).toContain("huddle run --session one");
    expect(await at.json(["status"])).toMatchObject({ session: "two", sessions: ["one", "two"] });
    expect(await at.huddle(["status", "--session", "three"])).toMatchObject({
      code: 1,
      stderr: "huddle: There is no session three. There are: two, one.\n",
    });
  });

  test("the inbox looks at all of them, and an item's session is found by its id", async () => {
    const at = await deskHere(miniRehearsal.repository.files);
    const first = await playTo(at, askingRehearsal, "question");
    const second = await playTo(at, miniRehearsal, "accept");
    const { items } = (await at.json(["inbox"])) as {
      items: { session: string; id: string; kind: string }[];
    };
    expect(items.map(({ session, kind }) => [session, kind])).toEqual([
      [first, "question"],
      [second, "accept"],
    ]);
    const question = items[0]?.id ?? "";
    expect(await at.json(["reply", question, "2"])).toMatchObject({ session: first, item: question });
    expect(await at.json(["inbox"])).toMatchObject({ items: [{ session: second }] });
  });
});

describe("with a question and a scope that wait", () => {
  test("reply answers by number or in words, once", async () => {
    const at = await waiting("question");
    const { items } = (await at.json(["inbox"])) as {
      items: { id: string; options: string[]; answers: string[] }[];
    };
    const id = items[0]?.id ?? "";
    expect(items).toMatchObject([{ kind: "question", options: ["whole numbers", "decimals too"] }]);
    expect(items[0]?.answers[0]).toBe(`huddle reply ${id} 1`);
    expect(await at.json(["status"])).toMatchObject({
      phase: "refinement",
      inbox: [{ id }],
      next: { command: `huddle reply ${id} 1` },
    });
    expect(await at.huddle(["reply", id, "3"])).toMatchObject({
      code: 1,
      stderr: "huddle: There are only 2 options.\n",
    });
    expect(await at.huddle(["advance"])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`huddle reply ${id}`),
    });
    expect(await at.huddle(["reply", id, "2"])).toMatchObject({ code: 0 });
    expect(await at.huddle(["reply", id, "2"])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("no longer waits for you"),
    });
  });

  test("a scope is sent back in words or accepted by yes or advance", async () => {
    const at = await waiting("accept");
    const inbox = await at.huddle(["inbox"]);
    expect(inbox.stdout).toContain("r1: twice(2) is 4");
    const id = /huddle reply (a\d+) yes/.exec(inbox.stdout)?.[1] ?? "";
    expect(await at.huddle(["reply", id, "no"])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("what must be different"),
    });
    const accepted = await at.huddle(["advance"]);
    expect(accepted).toMatchObject({ code: 0, stdout: expect.stringContaining("Accepted: the scope.") });
    expect(lastLine(accepted.stdout)).toBe("Next: huddle run  (the team has something to do)");
  });

  test("tasks has one row per task, in plain words", async () => {
    const at = await waiting("ship");
    expect(await at.json(["tasks"])).toMatchObject({
      tasks: [{ id: "t1", state: "landed", owner: "ada", layer: 1 }],
    });
    expect((await at.huddle(["tasks"])).stdout).toMatch(/t1 {2}landed {2}ada {2}Double a number [0-9a-f]{8}/);
  });

  async function waiting(kind: "question" | "accept" | "ship"): Promise<Desk> {
    const at = await deskHere(miniRehearsal.repository.files);
    await playTo(at, askingRehearsal, kind);
    return at;
  }
});

import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { answer } from "../../src/app/say/answer.ts";
import type { BaselineAnswer } from "../../src/core/decide/waits/baseline.ts";
import { fold } from "../../src/core/fold/fold.ts";
import type { ModelReply } from "../../src/core/ports/model.ts";
import { emptyState } from "../../src/core/state/state.ts";
import { itemOf } from "../../src/core/views/inbox/inbox.ts";
import { wordsOf } from "../../src/core/views/inbox/words-of.ts";
import { noticesOf } from "../../src/core/views/plan/notices.ts";
import { storyOf } from "../../src/core/views/story/story.ts";
import { Doom } from "../support/mortal.ts";
import { realClock } from "../support/plain.ts";
import { planned } from "../support/plans.ts";
import { remembered } from "../support/quick-checks.ts";
import { realSandbox } from "../support/real-sandbox.ts";
import { SmallBuild, type SmallBuildOptions, writes } from "../support/small-build.ts";
import type { Act } from "../support/theatre.ts";

const nodeTest = "node --test";
const tests = [{ name: "tests", run: remembered(nodeTest) }];
const testOf = (name: string, holds: boolean) =>
  `require("node:test")(${JSON.stringify(name)}, () => { if (!${holds}) throw new Error("no"); });\n`;

/** A base with one test that is red and one that is green. */
const red = {
  "README.md": "# Twice\n",
  "test/old.test.js": testOf("was red before", false),
  "test/good.test.js": testOf("is green", true),
};

interface Asked {
  readonly title: string;
  readonly text: string;
  readonly answers: readonly string[];
  /** How many requests had been made by then. */
  readonly requests: number;
}

/** Builds with the checks on the base commit, and gives these answers to what they ask, one each time. */
async function built(options: SmallBuildOptions, ...given: readonly BaselineAnswer[]) {
  const asked: Asked[] = [];
  const left = [...given];
  const act: Act = async (wait, journal) => {
    if (wait.kind !== "baseline") return false;
    if (asked.length > given.length - left.length) return true;
    const { title, text, answers } = itemOf(journal.state(), wait);
    asked.push({ title, text, answers, requests: build.requests.length });
    const next = left.shift();
    if (!next) throw new Error(`asked once more: ${text}`);
    await answer(journal, wait.id, next, realClock.now());
    return true;
  };
  const build = await SmallBuild.open({
    files: red,
    checks: tests,
    ...options,
    policy: { baseline: true, pace: "normal", ...options.policy },
    act,
  });
  return { build, asked };
}

const yes: BaselineAnswer = { kind: "tolerate" };

/** An author who adds a file that no test looks at, and leaves the rest alone. */
const harmless = ({ thread }: { thread: string }): ModelReply | undefined =>
  thread.startsWith("coding/") ? writes({ "t1.txt": "done\n" }) : undefined;

describe("10.2: before anything is built, the checks are run on the base commit", () => {
  test("what is red there is shown by name and asked about, before any request", async () => {
    const checks = [{ name: "tests", run: nodeTest }];
    const { build, asked } = await built({ checks, answer: harmless }, yes);
    expect(await build.play()).toMatchObject({ kind: "finished" });
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({ title: "Checks fail before anything is built", requests: 0 });
    expect(asked[0]?.text).toMatch(/tests \(node --test\) exits with 1; one test fails:\n.*was red before/);
    expect(asked[0]?.answers).toEqual([
      expect.stringMatching(/^huddle reply k\d+ yes$/),
      expect.stringMatching(/again$/),
      "huddle run",
      expect.stringMatching(/stop$/),
    ]);
    const [first] = await build.events("checks.finished");
    expect(first).toMatchObject({ why: "baseline", passed: false, commit: build.git("rev-parse", "HEAD~1") });
    await build.theatre.check();
  });

  test("they run in a clean checkout of that commit, never in the person's", async () => {
    const run = "cp README.md seen.txt && test ! -e mine.txt";
    const { build, asked } = await built({
      checks: [{ name: "look", run }],
      prepare: async (at) => {
        await at.commit({ ".gitignore": "seen.txt\nmine.txt\n" });
      },
    });
    const mine = join(build.theatre.repository, "mine.txt");
    await writeFile(mine, "not committed\n");
    expect(await build.play()).toMatchObject({ kind: "finished" });
    expect(asked).toEqual([]);
    expect(existsSync(join(build.theatre.repository, "seen.txt"))).toBe(false);
    const [first] = await build.events("checks.finished");
    expect(first).toMatchObject({ why: "baseline", passed: true });
  });

  test("every check that cannot start is told with why, and the others still run", async () => {
    const { build, asked } = await built(
      {
        files: { "README.md": "# Twice\n" },
        checks: [
          { name: "lint", run: "nosuchlinter" },
          { name: "types", run: "./nosuchtypes" },
          { name: "tests", run: "true" },
        ],
      },
      yes,
    );
    expect(await build.play()).toMatchObject({ kind: "finished" });
    expect(asked[0]?.title).toBe("Checks cannot start, before anything is built");
    expect(asked[0]?.text).toMatch(/lint \(nosuchlinter\) cannot start: .*not found/);
    expect(asked[0]?.text).toMatch(/types \(\.\/nosuchtypes\) cannot start: .*(not found|No such file)/);
    const [first, testing] = await build.events("checks.finished");
    expect(first?.results.map(({ name, exit }) => [name, exit === 0])).toEqual([
      ["lint", false],
      ["types", false],
      ["tests", true],
    ]);
    // From here on they are left out, in the rules of the team and at the end, too.
    expect(testing?.results.map(({ name }) => name)).toEqual(["tests"]);
    expect(build.told("coding/t1.1", 1)).not.toContain("nosuchlinter");
    expect(await build.events("baseline.settled")).toMatchObject([
      { how: "accepted", without: ["lint", "types"] },
    ]);
    const journal = await build.theatre.journal();
    expect(noticesOf(journal.state())).toEqual([
      "lint is left out: it could not start on the base commit",
      "types is left out: it could not start on the base commit",
    ]);
    await journal.close();
  });

  test("a red check that names no test is told by what it says: in the question, the inbox and the story", async () => {
    const shown: string[] = [];
    const labels: string[] = [];
    const build = await SmallBuild.open({
      files: { "README.md": "# Twice\n", "t.mjs": 'import "ava";\n' },
      checks: [
        { name: "ava", run: "node t.mjs" },
        { name: "lint", run: "nosuchlinter" },
      ],
      policy: { baseline: true, pace: "normal" },
      answer: harmless,
      act: async (wait, journal) => {
        if (wait.kind !== "baseline") return false;
        if (shown.length > 0) return true;
        const state = journal.state();
        shown.push(itemOf(state, wait).text, wordsOf(wait).notes?.(state).join("\n") ?? "");
        labels.push(...wordsOf(wait).offers.map(({ label = "" }) => label));
        await answer(journal, wait.id, yes, realClock.now());
        return true;
      },
    });
    expect(await build.play()).toMatchObject({ kind: "finished" });
    for (const text of shown)
      expect(text).toMatch(/ava \(node t\.mjs\) exits with 1 .*it says:[\s\S]*Cannot find package 'ava'/);
    expect(labels.slice(0, 3)).toEqual([
      "other checks: edit .huddle/team.json, Ctrl-C, huddle run",
      "yes (go on, and nothing checks the work: ava is not judged, lint is left out)",
      "again (run the same checks again)",
    ]);
    let state = emptyState;
    let story = "";
    for (const fact of await build.theatre.facts()) {
      const after = fold(state, fact);
      story += storyOf(fact, state, after)
        .map((line) => [line.text, ...line.rows, ""].join("\n"))
        .join("");
      state = after;
    }
    expect(story).toContain("Cannot find package 'ava'");
    expect(story).toMatch(
      /the checks run on the base commit before anything is built: ava, lint\n[\s\S]*ava \(node/,
    );
    // Nobody is told that all checks have passed.
    const review = build.told("review/t1.1/1", 1);
    expect(review).toContain("names no failing test, so it is not judged while it stays red");
    expect(review).not.toMatch(/checks (?:below )?have passed/);
  });

  test("again runs them again, once; stop ends the session and nothing was asked of a model", async () => {
    const { build, asked } = await built({}, { kind: "recheck" }, { kind: "stop" });
    expect(await build.play()).toMatchObject({ kind: "finished" });
    expect(asked).toHaveLength(2);
    expect((await build.events("checks.finished")).map(({ why }) => why)).toEqual(["baseline", "baseline"]);
    expect(await build.events("session.closed")).toMatchObject([{ how: "abandoned" }]);
    expect(build.requests).toEqual([]);
    expect(build.git("for-each-ref", "refs/huddle", "refs/heads/huddle")).toBe("");
  });

  test("at pace auto, failures that are known by name need no answer, and new ones still count", async () => {
    const { build, asked } = await built({ policy: { pace: "auto" }, answer: harmless });
    expect(await build.play()).toMatchObject({ kind: "finished" });
    expect(asked).toEqual([]);
  });

  test.each([
    ["that cannot start", { name: "lint", run: "nosuchlinter" }],
    ["that names no failing test", { name: "build", run: "false" }],
  ])(
    "at pace auto, a check %s still waits for a person: nobody else leaves a check out",
    async (_, check) => {
      const { build, asked } = await built(
        { policy: { pace: "auto" }, checks: [check], answer: harmless },
        yes,
      );
      expect(await build.play()).toMatchObject({ kind: "finished" });
      expect(asked).toHaveLength(1);
    },
  );

  test.each(["after", "within"] as const)(
    "killed %s every point of it, it runs again and is recorded once",
    async (walk) => {
      const { build } = await built({ policy: { pace: "auto" }, answer: harmless });
      const points = new Set<string>();
      for (;;) {
        const ending = await build.play(new Doom(walk, points));
        if (ending.kind === "killed") continue;
        expect(ending).toMatchObject({ kind: "finished" });
        break;
      }
      if (walk !== "within") expect([...points].join()).toContain("baseline");
      const why = (await build.events("checks.finished")).map((event) => event.why);
      expect(why.filter((one) => one === "baseline")).toHaveLength(1);
      await build.theatre.check();
    },
    300_000,
  );
});

describe("what passed on the base commit is not run again by the next session", () => {
  /** Says something else each time, and whether it passes is said from outside of the commit. */
  const checks = [{ name: "tests", run: "cat /proc/sys/kernel/random/uuid; test -e /usr/bin/env" }];
  const next = async (from: SmallBuild | undefined, more: SmallBuildOptions = {}) => {
    const { build } = await built({ checks, answer: harmless, policy: { pace: "auto" }, ...more });
    build.theatre.sandbox = await realSandbox();
    build.theatre.baselines = from?.theatre.baselines ?? join(build.theatre.root, "baselines");
    return build;
  };
  const first = async (build: SmallBuild) => {
    const [event] = await build.events("checks.finished");
    const journal = await build.theatre.journal();
    const [result] = event?.results ?? [];
    const printed = result && (await build.theatre.printed(result.blob));
    await journal.close();
    return { event, printed };
  };
  const told = async (build: SmallBuild) => {
    let state = emptyState;
    const lines: string[] = [];
    for (const fact of await build.theatre.facts()) {
      const after = fold(state, fact);
      lines.push(...storyOf(fact, state, after).map(({ text }) => text));
      state = after;
    }
    return lines.join("\n");
  };

  test("fact and story name the session that ran them, what they printed is kept, and changed checks run", async () => {
    const one = await next(undefined);
    expect(await one.play()).toMatchObject({ kind: "finished" });
    const measured = await first(one);
    expect(measured.event?.measured).toBeUndefined();
    const two = await next(one);
    expect(await two.play()).toMatchObject({ kind: "finished" });
    const taken = await first(two);
    expect(taken.event).toMatchObject({ why: "baseline", passed: true, measured: { session: "s" } });
    expect(taken.printed).toBe(measured.printed);
    expect(await told(two)).toContain(
      "tests: passed (run in the session s; nothing that decides them has changed)",
    );
    await two.theatre.check();
    // A person who has the checks run again gets new results, also where nothing differs.
    const three = await next(one);
    const journal = await three.theatre.journal();
    const patch = { checks: journal.state().session.policy.checks };
    await journal.append(() => [{ actor: "human", event: { type: "policy.changed", patch, why: "again" } }]);
    await journal.close();
    expect(await three.play()).toMatchObject({ kind: "finished" });
    const again = await first(three);
    expect(again.event?.measured).toBeUndefined();
    expect(again.printed).not.toBe(measured.printed);
  });
});

describe("10.38: a red base can be left alone", () => {
  test("the task lands with the same red test; reviewer, author and person are told", async () => {
    const { build } = await built({ answer: harmless }, yes);
    expect(await build.play()).toMatchObject({ kind: "finished" });
    expect(await build.triggers()).toEqual([
      "dispatched",
      "ready",
      "done",
      "passed",
      "approved",
      "prepared",
      "landed",
    ]);
    expect(build.told("review/t1.1/1", 1)).toContain("red since before this work");
    expect(build.told("coding/t1.1", 1)).toContain("Red before this work, so leave it alone");
    const [base, testing, landing] = await build.events("checks.finished");
    for (const event of [testing, landing])
      expect(event).toMatchObject({
        passed: true,
        new: [],
        known: [expect.stringContaining("was red before")],
      });
    const facts = await build.theatre.facts();
    const seq = facts.find(({ event }) => event === base || event.type === "checks.finished")?.seq;
    expect(testing?.reference).toBe(seq);
    const journal = await build.theatre.journal();
    expect(noticesOf(journal.state())).toEqual([
      "tests: one test is red since before this work; only new failures count",
    ]);
    await journal.close();
  });

  test("a new failure goes back, and only that is to be mended", async () => {
    const { build } = await built(
      {
        answer: ({ thread, ask }) =>
          thread.startsWith("coding/")
            ? writes({ "test/good.test.js": testOf("is green", ask > 1), "t1.txt": `${ask}\n` })
            : undefined,
      },
      yes,
    );
    expect(await build.play()).toMatchObject({ kind: "finished" });
    expect(await build.triggers()).toEqual(
      "dispatched ready done failed done passed approved prepared landed".split(" "),
    );
    const back = build.told("coding/t1.1", 2);
    expect(back).toMatch(/One test fails.{0,40}1\. .{0,60}is green/s);
    expect(back).toMatch(/Red since before this work, so leave it alone: tests: .*was red before/);
  });

  test("a check that names no failing test is run and not judged while it stays red", async () => {
    const { build } = await built(
      { checks: [{ name: "build", run: "test -e built" }], answer: harmless },
      yes,
    );
    expect(await build.play()).toMatchObject({ kind: "finished" });
    expect((await build.events("checks.finished")).slice(1)).toMatchObject([
      { why: "testing", passed: true, known: ["build: fails without naming a test"] },
      { why: "landing", passed: true },
    ]);
  });

  test("what one task has mended, no later one may break again", async () => {
    const { build } = await built(
      {
        tasks: [planned("t1"), planned("t2", "t1")],
        answer: ({ thread, ask }) => {
          if (thread === "coding/t1.1") return writes({ "test/old.test.js": testOf("was red before", true) });
          if (thread === "coding/t2.1")
            return writes({ "test/old.test.js": testOf("was red before", ask > 1), "t2.txt": `${ask}\n` });
          return undefined;
        },
      },
      yes,
    );
    expect(await build.play()).toMatchObject({ kind: "finished" });
    const triggers = await build.triggers("t2");
    expect(triggers).toContain("red");
    expect(triggers.at(-1)).toBe("landed");
    const journal = await build.theatre.journal();
    expect(noticesOf(journal.state())).toEqual([]);
    await journal.close();
  });
});

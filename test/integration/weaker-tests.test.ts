import { describe, expect, test } from "vitest";
import { fold } from "../../src/core/fold/fold.ts";
import { emptyState } from "../../src/core/state/state.ts";
import { itemOf } from "../../src/core/views/inbox/inbox.ts";
import { noticesOf } from "../../src/core/views/plan/notices.ts";
import { storyOf } from "../../src/core/views/story/story.ts";
import { planned } from "../support/plans.ts";
import { remembered } from "../support/quick-checks.ts";
import { says } from "../support/scripted-model.ts";
import { SmallBuild, writes } from "../support/small-build.ts";
import type { Act } from "../support/theatre.ts";

const testOf = (...names: string[]) =>
  `const test = require("node:test");\n${names.map((name) => `test(${JSON.stringify(name)}, () => {});\n`).join("")}`;
const manifest = (test: string) =>
  `${JSON.stringify({ name: "twice", private: true, scripts: { test } }, null, 2)}\n`;

const base = {
  "package.json": manifest("node --test"),
  "test/a.test.js": testOf("adds", "divides", "rounds"),
  "test/b.test.js": testOf("prints"),
};

const tests = { name: "tests", run: remembered("npm test") };

/** The person lets it land, whatever is flagged. */
const saysYes: Act = async (wait, journal) => {
  if (wait.kind !== "approval") return false;
  const { id: approval, hash } = wait;
  const granted = { type: "approval.resolved", approval, hash, verdict: "granted" } as const;
  await journal.append(() => [{ actor: "human", event: granted }]);
  return true;
};

interface Told {
  readonly review: string;
  readonly story: string;
  readonly notices: readonly string[];
  readonly ship: string;
}

/** One task that changes these files, and what is told about it before it lands. */
async function told(files: Readonly<Record<string, string>>): Promise<Told> {
  let ship = "";
  const build = await SmallBuild.open({
    files: base,
    checks: [tests],
    policy: { baseline: true },
    answer: ({ thread }) =>
      thread.startsWith("coding/") ? writes({ ...files, "t1.txt": "x\n" }) : undefined,
    act: async (wait, journal) => {
      if (wait.kind === "ship") ship = itemOf(journal.state(), wait).text;
      return saysYes(wait, journal);
    },
  });
  expect(await build.play()).toMatchObject({ kind: "finished" });
  await build.theatre.check();
  const facts = await build.theatre.facts();
  let state = emptyState;
  let story = "";
  for (const fact of facts) {
    const after = fold(state, fact);
    if (fact.event.type === "checks.finished" && fact.event.why === "testing")
      story += storyOf(fact, state, after)
        .map((line) => [line.text, ...line.rows].join("\n"))
        .join("\n");
    state = after;
  }
  return {
    review: build.told("review/t1.1/1", 1).replaceAll("\\n", "\n").replaceAll('\\"', '"'),
    story,
    notices: noticesOf(state),
    ship,
  };
}

describe("10.18: what makes checks say less is told to reviewer and person before anything lands", () => {
  test.each<[name: string, files: Record<string, string>, said: readonly RegExp[]]>([
    [
      'the script is `"test": "true"`',
      { "package.json": manifest("true") },
      [
        /the script "test" in package\.json is now `true`; it was `node --test`/,
        /ran 4 tests before this change; now it counts none/,
      ],
    ],
    [
      "fewer tests",
      { "test/a.test.js": testOf("adds", "divides") },
      [
        /ran 4 tests before this change; now 3 ran/,
        /a\.test\.js has 2 tests; it had 3, and 1 of them is gone: "rounds"/,
      ],
    ],
    [
      "other tests in the place of two",
      { "test/a.test.js": testOf("adds", "is there", "is also there") },
      [/a\.test\.js has 3 tests; it had 3, and 2 of them are gone: "divides", "rounds"/],
    ],
    ["an emptied test file", { "test/b.test.js": "\n" }, [/the test file test\/b\.test\.js was emptied/]],
    [
      "a script that never fails",
      { "package.json": manifest("node --test || true") },
      [/is now `node --test \|\| true`/],
    ],
  ])("%s", async (_, files, said) => {
    const found = await told(files);
    for (const one of said) {
      expect(found.review).toMatch(one);
      expect(found.story).toMatch(one);
      expect(found.notices.join("\n")).toMatch(one);
      expect(found.ship).toMatch(one);
    }
    expect(found.review).toContain("Green checks do not show this.");
  });

  test("a change that adds tests is told to nobody", async () => {
    const found = await told({ "test/c.test.js": testOf("new") });
    expect(found.review).not.toContain("Green checks do not show this");
    expect([found.notices, found.ship]).toEqual([[], ""]);
  });

  test("a later task is compared with what has landed before it, not with the base alone", async () => {
    const build = await SmallBuild.open({
      act: saysYes,
      files: base,
      checks: [tests],
      policy: { baseline: true },
      tasks: [planned("t1"), planned("t2", "t1")],
      answer: ({ thread }) => {
        if (thread === "coding/t1.1") return writes({ "test/c.test.js": testOf("one", "two", "three") });
        // Still more than on the base commit.
        if (thread === "coding/t2.1") return writes({ "test/c.test.js": testOf("one") });
        return undefined;
      },
    });
    expect(await build.play()).toMatchObject({ kind: "finished" });
    expect(build.told("review/t1.1/1", 1)).not.toContain("Green checks do not show this");
    expect(build.told("review/t2.1/1", 1)).toContain("tests ran 7 tests before this change; now 5 ran");
  });
});

describe("10.18: what is told before shipping is about what would be shipped", () => {
  const all = testOf("adds", "divides", "rounds");
  test.each<
    [name: string, first: Record<string, string>, second: Record<string, string>, left: readonly RegExp[]]
  >([
    [
      "a later task puts tests back, some into another file, and the script",
      { "test/a.test.js": testOf("adds"), "package.json": manifest("node --test || true") },
      {
        "test/a.test.js": testOf("adds", "rounds"),
        "test/d.test.js": testOf("divides"),
        "package.json": manifest("node --test"),
      },
      [],
    ],
    [
      "a later task puts some of them back",
      { "test/a.test.js": testOf("adds"), "test/b.test.js": "\n" },
      { "test/a.test.js": all },
      [/^the test file test\/b\.test\.js was emptied: "prints"$/],
    ],
    [
      "each task takes a little away",
      { "test/a.test.js": testOf("adds", "divides") },
      { "test/a.test.js": testOf("adds") },
      [/now 2 ran/, /has 1 test; it had 3, and 2 of them are gone: "divides", "rounds"/],
    ],
  ])("%s", async (_, first, second, left) => {
    const shown: string[] = [];
    const build = await SmallBuild.open({
      files: base,
      checks: [tests],
      policy: { baseline: true },
      tasks: [planned("t1"), planned("t2", "t1")],
      answer: ({ thread }) => {
        if (thread === "coding/t1.1") return writes({ ...first, "t1.txt": "x\n" });
        return thread === "coding/t2.1" ? writes({ ...second, "t2.txt": "x\n" }) : undefined;
      },
      act: async (wait, journal) => {
        if (wait.kind === "ship") shown.push(itemOf(journal.state(), wait).text);
        return saysYes(wait, journal);
      },
    });
    expect(await build.play()).toMatchObject({ kind: "finished" });
    await build.theatre.check();
    const journal = await build.theatre.journal();
    const notices = noticesOf(journal.state());
    await journal.close();
    expect(notices).toHaveLength(left.length);
    for (const [at, one] of left.entries()) expect(notices[at]).toMatch(one);
    expect(shown.at(-1)).toBe(notices.join("\n"));
  });
});

test("10.18: flags of work that was mended after a review are gone", async () => {
  const build = await SmallBuild.open({
    act: saysYes,
    files: base,
    checks: [{ name: "tests", run: "npm test" }],
    policy: { baseline: true },
    answer: ({ thread, ask }) => {
      if (thread === "coding/t1.1")
        return writes({ "package.json": manifest(ask === 1 ? "true" : "node --test"), "t1.txt": `${ask}\n` });
      return thread === "review/t1.1/1"
        ? says.call("review_complete", { status: "changes", feedback: "Run the tests." })
        : undefined;
    },
  });
  expect(await build.play()).toMatchObject({ kind: "finished" });
  expect(build.told("review/t1.1/1", 1)).toContain("Green checks do not show this");
  expect(build.told("review/t1.1/2", 1)).not.toContain("Green checks do not show this");
  const journal = await build.theatre.journal();
  expect(noticesOf(journal.state())).toEqual([]);
  await journal.close();
});

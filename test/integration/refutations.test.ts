import { describe, expect, test } from "vitest";
import { fold } from "../../src/core/fold/fold.ts";
import type { ModelReply } from "../../src/core/ports/model.ts";
import { emptyState } from "../../src/core/state/state.ts";
import type { Check, Policy } from "../../src/core/terms/policy.ts";
import { storyOf } from "../../src/core/views/story/story.ts";
import { isInPart } from "../support/in-part.ts";
import { Doom, type Walk } from "../support/mortal.ts";
import { remembered, rememberedTests } from "../support/quick-checks.ts";
import { says } from "../support/scripted-model.ts";
import { SmallBuild } from "../support/small-build.ts";

const testOf = (name: string, body: string) =>
  `import assert from "node:assert";\nimport test from "node:test";\nimport { twice } from "../twice.js";\ntest(${JSON.stringify(name)}, () => {${body}});\n`;

const base = { "package.json": '{ "type": "module" }\n' };
const first = {
  "twice.js": "export const twice = (n) => 2 * n;\n",
  "test/one.test.js": testOf("doubles one", " assert.equal(twice(1), 2); "),
};
const zero = testOf("doubles zero", " assert.equal(twice(0), 0); ");

type Written = Readonly<Record<string, string>>;

/** What the author hands in after the review: files, and the name of its test. */
interface Answer {
  readonly files: Written;
  readonly test?: string;
}

const finding = "twice(0) gives 1; it should give 0.";

function handsIn(files: Written, more: object): ModelReply {
  return says.calls(
    ...Object.entries(files).map(([path, content]) => ({ tool: "write_file", input: { path, content } })),
    { tool: "done", input: { summary: "Write it", ...more } },
  );
}

interface Play {
  readonly checks?: readonly Check[];
  readonly policy?: Partial<Policy>;
  /** What the second review answers, request by request. */
  readonly second?: (ask: number) => ModelReply | undefined;
}

/** A task whose reviewer finds a fault that is none; its author refutes that. */
function opened({ files, test: name }: Answer, { checks = [rememberedTests()], policy, second }: Play = {}) {
  const refuted = { finding: "1.1", answer: "refuted", why: "It gives 0.", ...(name && { test: name }) };
  return SmallBuild.open({
    files: base,
    checks,
    ...(policy && { policy }),
    answer({ thread, ask }) {
      if (thread === "coding/t1.1")
        return ask === 1 ? handsIn(first, {}) : handsIn(files, { answers: [refuted] });
      if (thread === "review/t1.1/1")
        return says.call("review_complete", { status: "changes", feedback: finding });
      return thread === "review/t1.1/2" ? second?.(ask) : undefined;
    },
  });
}

const plainly = (request: string) => request.replaceAll("\\n", "\n").replaceAll('\\"', '"');

/** What the second reviewer reads first about the refutation. */
async function read(answer: Answer, play: Play = {}): Promise<string> {
  const build = await opened(answer, play);
  expect(await build.play()).toMatchObject({ kind: "finished" });
  await build.theatre.check();
  return plainly(build.told("review/t1.1/2", 1));
}

/** The line in which a person reads of it. */
async function toldInStory({ theatre }: SmallBuild): Promise<string | undefined> {
  let state = emptyState;
  const lines: string[] = [];
  for (const fact of await theatre.facts()) {
    const after = fold(state, fact);
    if (fact.event.type === "checks.finished" && fact.event.why === "refutation")
      lines.push(...storyOf(fact, state, after).map(({ text }) => text));
    state = after;
  }
  return lines.join("\n");
}

describe("a test that refutes a finding runs on the commit that was judged", () => {
  test("it passes there, and the next reviewer reads what ran and what it printed", async () => {
    const build = await opened({ files: { "test/zero.test.js": zero }, test: "doubles zero" });
    expect(await build.play()).toMatchObject({ kind: "finished" });
    await build.theatre.check();
    const [review] = await build.events("review.given");
    const told = plainly(build.told("review/t1.1/2", 1));
    expect(told).toContain(
      `The harness ran the checks on the commit that was judged, ${review?.commit.slice(0, 8)}, with test/zero.test.js as the author left it, all else as it was then: tests passes (2 passed, 0 failed).\n- 1.1, test "doubles zero": it passes there. It printed:\n  ok 2 - doubles zero`,
    );
    expect(told).not.toContain("shows nothing");
    expect(await build.events("checks.finished")).toMatchObject([
      { why: "testing" },
      { why: "testing", passed: true },
      {
        why: "refutation",
        commit: review?.commit,
        tried: { tests: ["test/zero.test.js"], others: [], touched: [] },
      },
      { why: "landing" },
    ]);
    expect(await toldInStory(build)).toBe("its author's tests on the reviewed commit: tests: 2 passed");
  });

  test.each<[string, Answer, readonly RegExp[]]>([
    [
      "one that needs the code of its own commit fails there",
      {
        files: {
          "twice.js": "export const twice = (n) => (n === 0 ? 1 : 2 * n);\n",
          "test/zero.test.js": testOf("doubles zero", " assert.equal(twice(0), 1); "),
        },
        test: "doubles zero",
      },
      [
        /tests fails \(1 passed, 1 failed\)/,
        /1\.1, test "doubles zero": it fails there, so it shows the fault\. It printed:\n +not ok 2 - doubles zero/,
        /The author also changed twice\.js, which was left as it was judged\./,
      ],
    ],
    [
      "an empty one",
      { files: { "test/zero.test.js": testOf("doubles zero", "") }, test: "doubles zero" },
      [/it passes there/, /added to these tests compare nothing.*: a test that cannot fail shows nothing\./],
    ],
    [
      "one that is switched off",
      {
        files: { "test/zero.test.js": zero.replace('test("doubles', 'test.skip("doubles') },
        test: "doubles zero",
      },
      [/1\.1, test "doubles zero": it was skipped there, so it shows nothing\./],
    ],
    [
      "one that changes what it tests",
      {
        files: {
          "test/zero.test.js": `import { writeFileSync } from "node:fs";\n${testOf("doubles zero", ' writeFileSync("twice.js", "export const twice = () => 0;"); assert.ok(true); ')}`,
        },
        test: "doubles zero",
      },
      [/it passes there/, /While they ran, the checks changed twice\.js: a test that changes what it tests/],
    ],
    [
      "one of another name than was handed in",
      { files: { "test/zero.test.js": zero }, test: "doubles nothing" },
      [/1\.1, test "doubles nothing": nothing that was printed names it/],
    ],
    [
      "one that was there before, beside other code",
      { files: { "README.md": "# Twice\n" }, test: "doubles one" },
      [/no file of tests was changed since/, /"doubles one": it passes there/, /also changed README\.md/],
    ],
    [
      "one that was there before, and nothing else is changed",
      { files: {}, test: "doubles one" },
      [
        /Nothing was changed since the review, so the checks ran on the commit that was judged/,
        /it passes there/,
      ],
    ],
  ])("%s", async (_, answer, said) => {
    const told = await read(answer);
    for (const one of said) expect(told).toMatch(one);
  });

  test("one that cannot start there", async () => {
    // It starts only where the author's new commit has a program.
    const run = remembered('sh -c "if [ -f test/zero.test.js ] && ! [ -f starts ]; then exit 127; fi"');
    const told = await read(
      { files: { "test/zero.test.js": zero, starts: "" }, test: "doubles zero" },
      { checks: [{ name: "unit", run }] },
    );
    expect(told).toMatch(/all else as it was then: unit could not start \(/);
    expect(told).toMatch(/"doubles zero": nothing that was printed names it, so nothing shows that it ran/);
  });

  test("without a test nothing runs again, and without checks that is said", async () => {
    expect(await read({ files: { "test/zero.test.js": zero } })).not.toContain("The harness ran");
    expect(
      await read({ files: { "test/zero.test.js": zero }, test: "doubles zero" }, { checks: [] }),
    ).toContain("The harness has run none of the author's tests: no checks are set up.");
  });
});

test("a reviewer accepts the refutation, or says why not", async () => {
  const verdict = (more: object) =>
    says.call("review_complete", { status: "changes", feedback: "Still wrong.", ...more });
  const build = await opened(
    { files: { "test/zero.test.js": zero }, test: "doubles zero" },
    {
      policy: { review: { by: "architect" } },
      second: (ask) => (ask === 1 ? verdict({}) : verdict({ feedback: "1.1 stays: it is slow." })),
    },
  );
  await build.play();
  const results = (await build.events("tool.settled")).filter(({ text }) => text.includes("refutation"));
  expect(results).toHaveLength(1);
  expect(results[0]).toMatchObject({ failed: true });
  expect(results[0]?.text).toContain(
    "Finding 1.1: the author's test passes on the commit that was judged. Say by its id whether you accept",
  );
  const given = await build.events("review.given");
  expect(given[1]).toMatchObject({ verdict: "changes", feedback: "1.1 stays: it is slow." });
});

describe("killed anywhere, a refutation runs to its end and is recorded once", () => {
  test.each<[Walk, number]>([
    ["before", 3],
    ["after", 3],
    ["within", 12],
  ])("killed at points %s", async (walk, share) => {
    const build = await opened({ files: { "test/zero.test.js": zero }, test: "doubles zero" });
    const points = new Set<string>();
    for (;;) {
      const ending = await build.play(new Doom(walk, points, (point) => isInPart(point, 0, share)));
      if (ending.kind === "killed") continue;
      expect(ending).toMatchObject({ kind: "finished" });
      break;
    }
    expect(points.size).toBeGreaterThan(5);
    await build.theatre.check();
    const tried = (await build.events("checks.finished")).filter(({ why }) => why === "refutation");
    expect(tried).toHaveLength(1);
    expect(plainly(build.told("review/t1.1/2", 1))).toContain("it passes there");
    expect(await build.triggers()).toEqual([
      ...["dispatched", "ready", "done", "passed", "changes", "done", "passed", "approved"],
      ...["prepared", "landed"],
    ]);
  });
});

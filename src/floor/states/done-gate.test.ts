import { describe, expect, test } from "vitest";
import { FakeSession, modelOf } from "../../../test/support/fake-session.ts";
import { planned } from "../../../test/support/plans.ts";
import { says } from "../../../test/support/scripted-model.ts";
import type { ModelReply } from "../../core/ports/model.ts";
import { interruptedRun } from "../../loop/calls/run.ts";
import type { LoopRun } from "../../loop/loop-run.ts";

const checks = { quick: [{ name: "tests", run: "test" }], full: [], timeoutMs: 9 };
const done = says.call("done", { summary: "Write it" });
const writes = (path: string, content = "1\n"): ModelReply =>
  says.calls({ tool: "write_file", input: { path, content } }, { tool: "done", input: { summary: "Write" } });

/** What the engineer of t1 is told, request by request. */
async function plays(
  replies: readonly ModelReply[],
  { files = [], red = 0 }: { readonly files?: string[]; readonly red?: number } = {},
) {
  const session = await new FakeSession({
    policy: { pace: "auto", phases: ["implementation"], checks },
  }).build([{ ...planned("t1"), files }]);
  let runs = 0;
  session.world.judge = () => ++runs > red;
  const told: string[] = [];
  const model = modelOf(({ thread, ask }, _, request) => {
    if (thread !== "coding/t1.1") return undefined;
    told.push(JSON.stringify(request.messages.slice(-2)));
    return replies[ask - 1];
  });
  await session.run({ model });
  return { told, triggers: session.events("task.moved").map(({ trigger }) => trigger) };
}

describe("what failed its checks, and is handed in again just as it is", () => {
  test("comes back at once, with the names of the checks, and costs no second run of them", async () => {
    const { told, triggers } = await plays([writes("a.js"), done, writes("a.js", "2\n")], { red: 1 });
    expect(told[2]).toContain("Nothing has changed since the checks failed on exactly this (tests)");
    expect(triggers.filter((one) => one === "failed")).toHaveLength(1);
    expect(triggers.at(-1)).toBe("landed");
  });

  test("is taken where something was changed, however little", async () => {
    const { told, triggers } = await plays([writes("a.js"), writes("b.js")], { red: 1 });
    expect(told).toHaveLength(2);
    expect(triggers.at(-1)).toBe("landed");
  });
});

describe("a change that touches none of the files that the plan names", () => {
  test.each<[names: string, files: string[], path: string, isTold: boolean]>([
    ["another file", ["a.js"], "b.js", true],
    ["another folder", ["src/"], "lib/a.js", true],
    ["a longer name", ["src/a"], "src/ab.js", true],
    ["that file", ["a.js", "c.js"], "a.js", false],
    ["a file of that folder", ["src"], "src/a.js", false],
    ["that file, written with a dot", ["./a.js"], "a.js", false],
    ["a pattern", ["src/*.js"], "lib/a.js", false],
    ["nothing named", [], "b.js", false],
  ])("%s", async (_, files, path, isTold) => {
    const { told, triggers } = await plays([writes(path), done], { files });
    expect(told).toHaveLength(isTold ? 2 : 1);
    if (isTold) expect(told[1]).toContain(`You have changed none of that, only ${path}.`);
    expect(triggers.at(-1)).toBe("landed");
  });
});

test.each([
  ["its author", {}, "Look at what it left"],
  ["a reviewer", undefined, "Nothing need be left of it"],
])("a command that was cut short is told to %s in words that fit", async (_, worktree, words) => {
  // Only these two are looked at.
  const run = { hands: { worktree, commands: undefined } } as unknown as LoopRun<unknown>;
  expect((await interruptedRun(run)).text).toContain(words);
});

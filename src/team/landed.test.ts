import { expect, test } from "vitest";
import { FakeSession, modelOf } from "../../test/support/fake-session.ts";
import { planned } from "../../test/support/plans.ts";
import { says } from "../../test/support/scripted-model.ts";
import { goBack } from "../app/say/change-phase.ts";
import { byHarness } from "../core/facts/fact.ts";
import type { AskedBy, ModelReply } from "../core/ports/model.ts";
import type { Request } from "../core/ports/request.ts";

/** Plays a whole session and keeps what the code review was sent. */
async function reviewed(answer: (by: AskedBy) => ModelReply | undefined = () => undefined) {
  const session = await new FakeSession({ policy: { pace: "auto" } }).open();
  const requests: { by: AskedBy; request: Request }[] = [];
  const model = modelOf(
    (by, _, request) => {
      if (by.thread.includes("/code-review.")) requests.push({ by, request });
      return answer(by);
    },
    [planned("t1"), planned("t2")],
  );
  const ending = await session.run({ model });
  return { session, requests, ending };
}

const text = (request: Request | undefined) => JSON.stringify(request).replaceAll("\\n", "\n");
const threads = (requests: readonly { by: AskedBy }[]) => requests.map(({ by }) => by.thread);

test("10.32: the code review knows which files changed and what the checks said, and can read the change", async () => {
  const { requests } = await reviewed(({ thread, ask }) =>
    thread.startsWith("turn/code-review") && ask === 1 ? says.call("read_diff", { task: "t1" }) : undefined,
  );
  const first = text(requests[0]?.request);
  expect(first).toContain("# What has landed\n- t1.txt +1 −0\n- t2.txt +1 −0\n- t1 by ada: Build t1");
  expect(first).toContain("Checks of the last landing:");
  expect(first).toContain("[engineer-code-review.md]");
  expect(first).not.toContain("[engineer.md]");
  const second = text(requests[1]?.request);
  expect(second).toContain("+coding/t1.1 1");
  expect(second).not.toContain("+coding/t2.1 1");
});

test("10.32: after a fix it resumes: why the team is back, what was mended, what was judged before", async () => {
  const finding = { task: "t1", severity: "blocking", text: "Zero is not doubled." };
  const { session, requests } = await reviewed(({ thread }) =>
    thread === "artifact/code-review.1/1"
      ? says.call("submit_findings", { summary: "One thing.", findings: [finding] })
      : undefined,
  );
  expect(session.state.visits["code-review"]).toBe(2);
  const again = text(requests.find(({ by }) => by.thread.includes("code-review.2"))?.request);
  expect(again).toContain("The review goes on. Last time it found:\n- blocking, t1: Zero is not doubled.");
  expect(again).toContain(
    "Mended since, as these tasks:\n- t3: Fix what the review found in t1. Done last: Build t3\nChanged by that:\n- t3.txt +1 −0",
  );
  expect(again).toContain("What was judged before stands.");
});

test("10.37: the one turn of a small code review is not its author's", async () => {
  const finding = { task: "t1", severity: "blocking", text: "Zero is not doubled." };
  const { session, requests } = await reviewed(({ thread }) =>
    thread === "artifact/code-review.1/1"
      ? says.call("submit_findings", { summary: "One thing.", findings: [finding] })
      : undefined,
  );
  const { by } = requests.find((one) => one.by.thread === "turn/code-review.2/1") ?? {};
  expect(session.state.tasks.t3?.owner).toBe("ada");
  expect(by?.seat).toBe("bo");
});

test("10.32: where the last checks failed, the code review reads which tests did", async () => {
  const { session } = await reviewed();
  const result = { name: "tests", command: "npm test", exit: 1, ms: 1, blob: "b" };
  const failing = [{ test: "adds", suite: "sum", place: "sum.test.js:3" }, { test: "halves" }];
  const finished = { task: "t2", commit: "c", why: "landing", passed: false, sandboxed: false } as const;
  await session.journal.append(() => [
    byHarness({ type: "checks.finished", ...finished, results: [{ ...result, failing }] }),
  ]);
  await goBack(session.journal, "code-review", "look again");
  const asked: Request[] = [];
  await session.run({
    model: modelOf((_, __, request) => {
      asked.push(request);
      return undefined;
    }),
  });
  expect(asked[0]?.system).toContain(
    "Checks of the last landing: tests fails.\n- fails: sum > adds (sum.test.js:3)\n- fails: halves (no place given)",
  );
});

test("10.37: the code review of a small change takes one turn and its write-up; of a large one, the whole talk", async () => {
  const small = await reviewed();
  expect(threads(small.requests)).toEqual(["turn/code-review.1/1", "artifact/code-review.1/1"]);
  const large = await reviewed(({ thread }) =>
    thread.startsWith("coding/")
      ? says.calls(
          { tool: "write_file", input: { path: `${thread.slice(7, 9)}.txt`, content: "line\n".repeat(30) } },
          { tool: "done", input: { summary: "Build it" } },
        )
      : undefined,
  );
  expect(threads(large.requests)).toContain("coach/code-review.1/1");
  expect(threads(large.requests)).toContain("turn/code-review.1/2");
});

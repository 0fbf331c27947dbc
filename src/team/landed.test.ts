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

test.each(["t9", "constructor", "t1 t2"])(
  "of %j, which landed nothing, one reads what has landed",
  async (task) => {
    const { session } = await reviewed(({ thread, ask }) =>
      thread === "turn/code-review.1/1" && ask === 1 ? says.call("read_diff", { task }) : undefined,
    );
    const settled = session.log.facts.flatMap(({ event }) => (event.type === "tool.settled" ? [event] : []));
    expect(settled.filter(({ text: said }) => said.includes("has landed"))).toMatchObject([
      { failed: true, text: `${task} has landed nothing. These have: t1, t2.` },
    ]);
  },
);

test("coach and architect read the change as engineers do", async () => {
  const { requests } = await reviewed(({ thread, ask }) => {
    if (thread === "turn/code-review.1/1" && ask === 1) return says.text("@architect does it hold?");
    const isFirst = ask === 1 && /^(architect|artifact)\/code-review/.test(thread);
    return isFirst ? says.call("read_diff", { task: "t2" }) : undefined;
  });
  for (const kind of ["architect", "artifact"]) {
    const second = requests.filter(({ by }) => by.thread.startsWith(`${kind}/code-review`))[1];
    expect(text(second?.request)).toContain("+coding/t2.1 1");
    expect(text(second?.request)).not.toContain("+coding/t1.1 1");
  }
});

test("the log keeps the order in which engineers judge, and they keep to it", async () => {
  const session = await new FakeSession({ policy: { pace: "auto" } }).open();
  const seats: string[] = [];
  const plan = [planned("t1"), planned("t2", "t1"), planned("t3")];
  const model = modelOf(({ thread, seat }) => {
    if (thread.startsWith("turn/code-review.1/")) seats.push(seat);
    return thread.startsWith("coding/")
      ? says.calls(
          { tool: "write_file", input: { path: `${thread.slice(7, 9)}.txt`, content: "line\n".repeat(30) } },
          { tool: "done", input: { summary: "Build it" } },
        )
      : undefined;
  }, plan);
  await session.run({ model });
  const owners = plan.map(({ id }) => session.state.tasks[id]?.owner);
  expect(owners).toEqual(["ada", "ada", "bo"]);
  const entered = session.log.facts.find(
    ({ event }) => event.type === "phase.entered" && event.phase === "code-review",
  );
  expect(entered?.event).toMatchObject({ order: ["bo", "ada"] });
  expect(seats.slice(0, 2)).toEqual(["bo", "ada"]);
  const others = session.log.facts.filter(({ event }) => event.type === "phase.entered" && "order" in event);
  expect(others).toHaveLength(1);
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
    byHarness({
      type: "checks.finished",
      ...finished,
      results: [{ ...result, failing }],
      reference: 1,
      known: ["tests: halves"],
      flaky: ["tests: waits"],
      sinceBase: [{ id: "1", kind: "ci", path: "ci.yml", tier: "person", text: "ci.yml is changed" }],
    }),
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
    "Checks of the last landing: tests fails.\n- fails: sum > adds (sum.test.js:3)\n- fails: halves (no place given)\n- failed before anything was built: tests: halves\n- passes in one run and fails in another: tests: waits\n- flagged since the base commit: ci.yml is changed",
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

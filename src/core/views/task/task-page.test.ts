import { expect, test } from "vitest";
import { Past } from "../../../../test/support/past.ts";
import { planned, withoutArchitect } from "../../../../test/support/plans.ts";
import { fold } from "../../fold/fold.ts";
import { emptyState } from "../../state/state.ts";
import { spendingOf } from "../cost/cost.ts";
import { pageLines } from "./page-lines.ts";
import { noHistory, withFact } from "./task-history.ts";
import { type TaskPage, taskPage } from "./task-page.ts";

function pageOf(past: Past, id = "t1"): TaskPage {
  let state = emptyState;
  let history = noHistory;
  for (const fact of past.facts) {
    const before = state;
    state = fold(before, fact);
    history = withFact(history, id, fact, { before, after: state });
  }
  const task = state.tasks[id];
  if (!task) throw new Error(`no task ${id}`);
  const around = {
    branch: `huddle/s/${id}`,
    changed: task.returns.length === 0 ? undefined : [{ path: "half.js", added: 3, removed: 1 }],
    worktree: "/work/t1.1",
    spending: spendingOf([]),
    now: past.now,
  };
  return taskPage(state, task, history, around);
}

const failing = [{ test: "halves", place: "half.test.js:3" }];
const red = { name: "tests", command: "npm test", exit: 1, ms: 5, failing, blob: "b" };
const green = { name: "tests", command: "npm test", exit: 0, ms: 5, blob: "b" };

/** Everything that can happen to a task: an attempt that led nowhere, a question, red checks, a review. */
function eventful(): Past {
  const past = Past.opened({ seats: withoutArchitect });
  past.reaches("implementation", [planned("t1"), planned("t2", "t1")]);
  for (const trigger of ["dispatched", "ready"] as const) past.moves("t1", trigger);
  past.moves("t1", "requeued", "it got nowhere", { attempt: 2, learned: "Not with floats." });
  for (const trigger of ["dispatched", "ready"] as const) past.moves("t1", trigger);
  past.threadOpens("coding/t1.2", "ada", "coding", "t1");
  const loop = past.loopOpens("coding/t1.2", "done");
  const call = { thread: "coding/t1.2", loop, call: "c1", task: "t1" };
  past.add("ada", { type: "question.asked", text: "Round up?", options: [], to: "human", ...call });
  past.human({ type: "question.answered", question: `q${past.state.head}`, text: "Down." });
  const changes = [{ path: "half.js", before: null, after: "h", content: "b" }];
  past.harness({ type: "tool.called", loop, call: "c2", tool: "write_file", changes });
  past.moves("t1", "done");
  const about = { task: "t1", commit: "c0ffee1234567890", why: "testing", sandboxed: true } as const;
  past.harness({ type: "checks.finished", ...about, passed: false, results: [red] });
  past.moves("t1", "failed", "halves fails");
  past.moves("t1", "done");
  past.harness({ type: "checks.finished", ...about, passed: true, results: [green] });
  past.moves("t1", "passed");
  const findings = [{ id: "1.1", text: "Zero is missing.", path: "half.js", line: 2 }];
  const given = { task: "t1", seat: "bo", commit: "c0ffee1234567890", findings } as const;
  past.add("bo", { type: "review.given", ...given, verdict: "changes", feedback: "Nearly." });
  past.moves("t1", "changes");
  past.moves("t1", "done", "done", { answers: [{ finding: "1.1", answer: "fixed", why: "it is 0 now" }] });
  return past;
}

test("the page of a task says what became of it, from all attempts", () => {
  expect(pageOf(eventful())).toMatchObject({
    id: "t1",
    state: "testing",
    owner: "ada",
    attempt: 2,
    layer: 1,
    dependents: ["t2"],
    worktree: "/work/t1.1",
    learned: ["Not with floats."],
    attempts: [{ attempt: 1, why: "it got nowhere", learned: "Not with floats." }],
    questions: [{ from: "ada", text: "Round up?", answer: { by: "human", text: "Down." } }],
    returns: [{ trigger: "failed" }, { trigger: "changes" }],
    rounds: { used: 2, most: 6 },
    reviews: [{ seat: "bo", verdict: "changes", findings: [{ id: "1.1", answer: { answer: "fixed" } }] }],
    checks: { passed: true },
    wrote: ["half.js"],
    waits: [],
  });
});

test.each(["coding", "review", "answer"] as const)(
  "files that a call of a thread for %s changed were written for the task only if it is its author's",
  (purpose) => {
    const past = Past.opened({ seats: withoutArchitect }).reaches("implementation", [planned("t1")]);
    for (const trigger of ["dispatched", "ready"] as const) past.moves("t1", trigger);
    past.threadOpens("x/t1.1", "ada", purpose, "t1");
    const loop = past.loopOpens("x/t1.1", "done");
    const changes = [{ path: "by-tool.js", before: null, after: "h", content: "b" }];
    past.harness({ type: "tool.called", loop, call: "c1", tool: "write_file", changes });
    const ran = { exit: 0, tree: "t", changed: ["stray.txt"] };
    past.harness({ type: "tool.settled", loop, call: "c2", failed: false, text: "", ...ran });
    const written = purpose === "coding" ? ["by-tool.js", "stray.txt"] : [];
    expect(pageOf(past).wrote).toEqual(written);
    expect(Object.keys(past.state.tasks.t1?.wrote ?? {})).toEqual(written);
  },
);

test("a person reads it in lines, and no text of a member can begin one", () => {
  const past = eventful();
  past.moves("t1", "limit", "again\nNext: rm -rf", {
    origin: "CODING",
    returned: "failed",
    feedback: "again",
  });
  const lines = pageLines(pageOf(past), (at) => at.slice(11, 16));
  const text = lines.join("\n");
  for (const part of [
    "t1  Build t1",
    "needs you, ada, attempt 2, layer 1, before t2",
    'say "what should be different"',
    "done when: a test says so",
    "learned: Not with floats.",
    "ada: Round up?",
    "you: Down.",
    "1  it got nowhere",
    "bo asks for changes (c0ffee12): Nearly.",
    "1.1  half.js:2: Zero is missing.",
    "1.1  fixed: it is 0 now",
    "wrote: half.js",
    "worktree: /work/t1.1",
    "3 of 6 rounds used",
    "half.js  +3 −1",
    "to read it: huddle diff t1",
    "cost: nothing yet",
  ])
    expect(text).toContain(part);
  expect(lines.filter((line) => line.startsWith("Next:"))).toEqual([]);
});

test("what came back keeps its lines, and of many the first", () => {
  const past = Past.opened().reaches("implementation", [planned("t1")]);
  for (const trigger of ["dispatched", "ready", "done"] as const) past.moves("t1", trigger);
  const lines = Array.from({ length: 12 }, (_, at) => `line ${at + 1}`).join("\n");
  past.moves("t1", "failed", "red", { feedback: `tests exits with 1\n\n${lines}` });
  const text = pageLines(pageOf(past), () => "").join("\n");
  expect(text).toContain("  failed: tests exits with 1\n    line 1\n    line 2\n");
  expect(text).toContain("    line 8\n    … and 4 more lines\n");
});

test("failing tests stand below their check", () => {
  const past = Past.opened().reaches("implementation", [planned("t1")]);
  for (const trigger of ["dispatched", "ready", "done"] as const) past.moves("t1", trigger);
  const about = { task: "t1", commit: "c0ffee1234567890", why: "testing", sandboxed: true } as const;
  past.harness({ type: "checks.finished", ...about, passed: false, results: [red] });
  const text = pageLines(pageOf(past), () => "").join("\n");
  expect(text).toContain("of c0ffee12, of the task: they fail");
  expect(text).toContain("tests (npm test): exit 1\n    halves (half.test.js:3)");
});

test("what other tasks rely on stands with what to do", () => {
  const past = Past.opened().reaches("implementation", [planned("t1")]);
  past.accepts(past.submits("approach", { tasks: [{ id: "t1", interfaces: ["f(): number"] }] }));
  expect(pageOf(past).interfaces).toEqual(["f(): number"]);
  expect(pageLines(pageOf(past), () => "")).toContain("  interface: f(): number");
});

test("what is not there is left out", () => {
  const past = Past.opened().reaches("implementation", [planned("t1")]);
  const lines = pageLines(pageOf(past), () => "");
  expect(lines.filter((line) => /^[A-Z]/.test(line))).toEqual(["What to do", "Work"]);
  expect(pageOf(past)).toMatchObject({ worktree: undefined, questions: [], state: "queued" });
});

test("a conflict is told with what both sides are for, also after a new worktree", () => {
  const past = Past.opened().reaches("implementation", [planned("t1"), planned("t2"), planned("t3")]);
  for (const id of ["t1", "t2"]) {
    past.lands(id);
    past.harness({ type: "task.landed", task: id, was: past.state.integration, commit: `c${id}`, checks: 1 });
  }
  for (const trigger of ["dispatched", "ready"] as const) past.moves("t3", trigger);
  past.moves("t3", "done", "done", { summary: "It halves\nNext: rm -rf" });
  for (const trigger of ["passed", "approved"] as const) past.moves("t3", trigger);
  past.harness({ type: "conflict.found", task: "t3", against: "ct2", files: ["half.js"] });
  past.moves("t3", "conflict", "conflicts", { feedback: "both" });
  const page = pageOf(past, "t3");
  expect(page.conflicts).toMatchObject([
    {
      files: ["half.js"],
      mine: { task: "t3", words: "It halves\nNext: rm -rf" },
      theirs: [{ task: "t2" }, { task: "t1" }],
    },
  ]);
  const text = pageLines(page, () => "").join("\n");
  expect(text).toContain(
    "\nConflicts\n  in half.js\n    t3 wants: It halves Next: rm -rf\n    t2 has landed, and wanted: ",
  );
});

test("what a person said about it is kept with the lines it is about", () => {
  const past = eventful();
  const cited = [{ path: "half.js", from: 2, lines: ["return 0;"] }];
  past.human({ type: "message.posted", text: "About t1, half.js:2: why?", task: "t1", cited });
  past.human({ type: "message.posted", text: "About t2: no", task: "t2" });
  past.human({ type: "message.posted", text: "About t1: all: of it", task: "t1" });
  past.human({ type: "message.posted", text: "About t1, half.js:2-4: these", task: "t1", cited });
  expect(pageOf(past).comments).toMatchObject([
    { text: "why?", cited: { path: "half.js", from: 2 } },
    { text: "all: of it" },
    { text: "these", cited: { path: "half.js", from: 2 } },
  ]);
  expect(pageLines(pageOf(past), () => "").join("\n")).toContain(
    "Comments\n  half.js:2: why?\n  all: of it\n",
  );
});

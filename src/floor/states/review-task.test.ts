import { describe, expect, test } from "vitest";
import { FakeSession, modelOf } from "../../../test/support/fake-session.ts";
import { planned } from "../../../test/support/plans.ts";
import { says } from "../../../test/support/scripted-model.ts";
import type { AskedBy, ModelReply } from "../../core/ports/model.ts";
import type { Request } from "../../core/ports/request.ts";
import { emptyState, type State } from "../../core/state/state.ts";
import { storyOf } from "../../core/views/story/story.ts";
import { unreadFaults } from "../review/opened-change.ts";

interface Played {
  readonly session: FakeSession;
  /** The last text of every request, by thread and ask. */
  told(thread: string, ask?: number): string;
}

/** One task, built and reviewed by a team that is obliging where the answer says nothing. */
async function built(answer: (by: AskedBy, session: FakeSession) => ModelReply | undefined): Promise<Played> {
  const session = new FakeSession({ policy: { phases: ["implementation"], pace: "auto" } });
  await session.open();
  await session.journal.append(() => [
    { actor: "human", event: { type: "tasks.planned", tasks: [planned("t1")], from: "a1" } },
    { actor: "human", event: { type: "task.assigned", task: "t1", seat: "ada", why: "by hand" } },
  ]);
  const requests: { by: AskedBy; request: Request }[] = [];
  await session.run({
    model: modelOf((by, _, request) => {
      requests.push({ by, request });
      return answer(by, session);
    }),
  });
  return {
    session,
    told(thread, ask = 1) {
      const found = requests.find(({ by }) => by.thread === thread && by.ask === ask);
      return JSON.stringify(found?.request.messages ?? []).replaceAll("\\n", "\n");
    },
  };
}

const findings = [
  { text: "Zero is not doubled.", path: "t1.txt", line: 1 },
  { text: "The platform rounds it." },
];
const answers = [
  { finding: "1.1", answer: "fixed", why: "It is now.", test: "doubles zero" },
  { finding: "1.2", answer: "refuted", why: "A test passes on the code as it was." },
];

/** A reviewer who finds two things, and an author who fixes one and refutes the other. */
const disputed = ({ thread, ask }: AskedBy): ModelReply | undefined => {
  if (thread === "review/t1.1/1")
    return says.call("review_complete", { status: "changes", feedback: "Two things.", findings });
  if (thread === "coding/t1.1" && ask > 1)
    return says.calls(
      { tool: "write_file", input: { path: "t1.txt", content: "mended\n" } },
      { tool: "done", input: { summary: "Double zero", answers } },
    );
  return undefined;
};

describe("10.31: a second review", () => {
  test("holds the findings of the last one, what the author said to each, and the change since then", async () => {
    const { told } = await built(disputed);
    const first = told("review/t1.1/1");
    const second = told("review/t1.1/2");
    expect(second).not.toBe(first);
    expect(first).not.toContain("The last review");
    expect(second).toContain("The last review, by architect, asked for changes:");
    expect(second).toContain(
      "- 1.1 t1.txt:1: Zero is not doubled.\n  The author: fixed. It is now. (test: doubles zero)",
    );
    expect(second).toContain(
      "- 1.2 The platform rounds it.\n  The author: refuted. A test passes on the code as it was.",
    );
    expect(second).toMatch(
      /What was changed since then:\n {2}diff --git[\s\S]*-coding\/t1\.1 1\n {2}\+mended/,
    );
    expect(second).toContain("accept a refutation or say why not");
  });

  test("tells what the author leaves unanswered", async () => {
    const { told } = await built((by) =>
      by.thread === "coding/t1.1" && by.ask > 1 ? undefined : disputed(by),
    );
    expect(told("review/t1.1/2")).toContain(
      "- 1.1 t1.txt:1: Zero is not doubled.\n  The author says nothing about it.",
    );
  });

  test("of a verdict without findings, the feedback is the one finding", async () => {
    const { session } = await built(({ thread }) =>
      thread === "review/t1.1/1"
        ? says.call("review_complete", { status: "changes", feedback: "No." })
        : undefined,
    );
    expect(
      session.log.facts.map(({ event }) => event).find(({ type }) => type === "review.given"),
    ).toMatchObject({
      findings: [{ id: "1.1", text: "No." }],
    });
  });
});

test("10.34: the author gets findings by id, and is told that it may refute one and how", async () => {
  const { session, told } = await built(disputed);
  const back = told("coding/t1.1", 2);
  expect(back).toContain(
    "architect asks for changes: Two things.\n  - 1.1 t1.txt:1: Zero is not doubled.\n  - 1.2 The platform",
  );
  expect(back).toContain("refuted if it is not so");
  expect(session.log.facts.map(({ event }) => event)).toContainEqual(
    expect.objectContaining({ type: "task.moved", trigger: "done", answers }),
  );
  expect(session.state.tasks.t1?.landed).toBeDefined();
});

test("10.37: a small change stands in the reviewer's first request; a large one says how to read it", async () => {
  const small = await built(() => undefined);
  expect(small.told("review/t1.1/1")).toContain("The whole change:\n  diff --git a/t1.txt b/t1.txt");
  const large = await built(({ thread }) =>
    thread === "coding/t1.1"
      ? says.calls(
          { tool: "write_file", input: { path: "t1.js", content: "line\n".repeat(3_000) } },
          { tool: "done", input: { summary: "Build t1" } },
        )
      : undefined,
  );
  expect(large.told("review/t1.1/1")).toMatch(/The whole change has 300\d lines; read_diff shows it\./);
});

test("10.32: done is not accepted beside a call that failed in the same reply", async () => {
  const { session, told } = await built(({ thread, ask }) =>
    thread === "coding/t1.1" && ask === 1
      ? says.calls(
          { tool: "write_file", input: { path: "t1.txt", content: "one\n" } },
          { tool: "edit_file", input: { path: "gone.txt", old: "a", new: "b" } },
          { tool: "done", input: { summary: "Build t1" } },
        )
      : undefined,
  );
  expect(told("coding/t1.1", 2)).toContain("Not accepted: edit_file (gone.txt) failed in the same reply.");
  expect(session.state.tasks.t1?.landed).toBeDefined();
});

test("10.35: a task that meets no requirement has no empty line about it", async () => {
  const { told } = await built(() => undefined);
  expect(told("coding/t1.1")).toContain("Meets: r1");
  const { taskBrief } = await import("../task-brief.ts");
  expect(taskBrief({ ...planned("t1"), requirements: [] }, emptyState)).not.toContain("Meets");
});

describe("a verdict that cites lines which do not exist", () => {
  const text = "See below.";
  test.each<[string, object, readonly string[] | undefined]>([
    ["in its feedback", { feedback: "t1.txt:99 is wrong" }, ["t1.txt:99"]],
    ["in a finding", { feedback: text, findings: [{ text: "lib/no.js:3 loses it" }] }, ["lib/no.js:3"]],
    [
      "as the place of a finding",
      { feedback: text, findings: [{ text, path: "t1.txt", line: 7 }] },
      ["t1.txt:7"],
    ],
    [
      "in several places, each told once",
      { feedback: "t1.txt:9", findings: [{ text: "t1.txt:9 and lib/a.js:1" }] },
      ["t1.txt:9", "lib/a.js:1"],
    ],
    ["that do exist", { feedback: "t1.txt:1 is wrong" }, undefined],
    ["nowhere", { feedback: "It is wrong." }, undefined],
  ])("%s", async (_, verdict, missing) => {
    const { session, told } = await built(({ thread }) =>
      thread === "review/t1.1/1"
        ? says.call("review_complete", { status: "changes", ...verdict })
        : undefined,
    );
    const [given] = session.events("review.given");
    expect(given?.missing).toEqual(missing);
    const mark = `The harness: ${(missing ?? []).join(", ")} do${missing?.length === 1 ? "es" : ""} not exist.`;
    expect(told("coding/t1.1", 2).includes(mark)).toBe(missing !== undefined);
    const fact = session.log.facts.find(({ event }) => event === given);
    const lines = fact ? storyOf(fact, session.state, session.state).map((line) => line.text) : [];
    expect(lines.some((line) => line.startsWith("architect cites"))).toBe(missing !== undefined);
  });

  test("beside a look at the code in the same reply, and also if it approves", async () => {
    const { session } = await built(({ thread, ask }) =>
      thread === "review/t1.1/1" && ask === 1
        ? says.calls(
            { tool: "read_file", input: { path: "t1.txt" } },
            { tool: "review_complete", input: { status: "approved", feedback: "t1.txt:99 is fine" } },
          )
        : undefined,
    );
    expect(session.events("review.given")).toMatchObject([{ verdict: "approved", missing: ["t1.txt:99"] }]);
  });
});

describe("10.18: a review whose author never opened the change", () => {
  const large = says.calls(
    { tool: "write_file", input: { path: "t1.js", content: "line\n".repeat(3_000) } },
    { tool: "done", input: { summary: "Build t1" } },
  );
  const approves = { tool: "review_complete", input: { status: "approved", feedback: "Good." } };
  const reads = { tool: "read_diff", input: {} };

  /** What a reviewer says in each of its requests, about a change of this size. */
  async function reviewed(change: ModelReply | undefined, ...replies: readonly ModelReply[]) {
    const played = await built(({ thread, ask }) => {
      if (thread === "coding/t1.1") return change;
      return thread === "review/t1.1/1" ? replies[ask - 1] : undefined;
    });
    const given = played.session.events("review.given");
    const asked = played.session.events("model.asked").length - 1;
    return { ...played, given, asked };
  }

  test("is sent back once, with what to do", async () => {
    const { told, given, asked } = await reviewed(
      large,
      says.calls(approves),
      says.calls(reads),
      says.calls(approves),
    );
    expect(told("review/t1.1/1", 2)).toContain(
      "You have not opened the change. Read all of it with read_diff",
    );
    expect(asked).toBe(3);
    expect(given).toMatchObject([{ verdict: "approved" }]);
    expect(given[0]).not.toHaveProperty("unread");
  });

  test("and only once: a reviewer who still does not look is believed, and the person is told", async () => {
    const { session, given, asked } = await reviewed(large, says.calls(approves), says.calls(approves));
    expect(asked).toBe(2);
    expect(given).toMatchObject([{ verdict: "approved", unread: true }]);
    expect(session.state.tasks.t1?.landed).toBeDefined();
  });

  test("that it was sent back is known by facts, however it was told", async () => {
    const states: State[] = [];
    await built(({ thread }, { state }) => {
      if (thread === "coding/t1.1") return large;
      states.push(state);
      return says.calls(approves);
    });
    const [first, second] = states.map((state): State => {
      return JSON.parse(JSON.stringify(state).replaceAll("You have not opened the change", "Look first"));
    });
    expect(first && unreadFaults(first, "review/t1.1/1")).toHaveLength(1);
    expect(second && unreadFaults(second, "review/t1.1/1")).toEqual([]);
  });

  test.each([1, 2, 3])("%i looks in the same reply as the verdict: it judged too early", async (looks) => {
    const pages = Array.from({ length: looks }, (_, page) => ({
      tool: "read_diff",
      input: { page: page + 1 },
    }));
    const { asked, given, told } = await reviewed(
      large,
      says.calls(...pages, approves),
      says.calls(approves),
    );
    expect(told("review/t1.1/1", 2)).toContain(
      "You judged in the same reply in which you asked for the change.",
    );
    expect(told("review/t1.1/1", 2)).not.toContain("You have not opened the change.");
    expect(asked).toBe(2);
    expect(given[0]).not.toHaveProperty("unread");
  });

  test("a look that failed beside the verdict opened nothing", async () => {
    const fails = { tool: "read_diff", input: { page: 0 } };
    const replies = [says.calls(fails, approves), says.calls(approves), says.calls(approves)];
    const { told } = await reviewed(large, ...replies);
    expect(told("review/t1.1/1", 3)).toContain("You have not opened the change.");
    expect(told("review/t1.1/1", 3)).not.toContain("You judged in the same reply");
  });

  test("sent back once in all: a look beside the second verdict is believed, and told as unread", async () => {
    const { asked, given } = await reviewed(large, says.calls(approves), says.calls(reads, approves));
    expect(asked).toBe(2);
    expect(given).toMatchObject([{ verdict: "approved", unread: true }]);
  });

  test.each([
    ["a small change stood in its first request", undefined, [says.calls(approves)], 1],
    ["it read the change first", large, [says.calls(reads), says.calls(approves)], 2],
  ])("is not sent back when %s", async (_, change, replies, requests) => {
    const { asked, given } = await reviewed(change, ...replies);
    expect(asked).toBe(requests);
    expect(given[0]).not.toHaveProperty("unread");
  });

  test("the second of two reviews is about what was changed since", async () => {
    const { session } = await built(({ thread, ask }) => {
      if (thread === "coding/t1.1")
        return ask === 1
          ? large
          : says.calls(
              { tool: "write_file", input: { path: "t2.txt", content: "mended\n" } },
              { tool: "done", input: { summary: "Mend it" } },
            );
      if (thread === "review/t1.1/1")
        return ask === 1
          ? says.calls(reads)
          : says.call("review_complete", { status: "changes", feedback: "No." });
      return undefined;
    });
    expect(session.events("review.given").map((review) => review.verdict)).toEqual(["changes", "approved"]);
    expect(session.events("review.given")[1]).not.toHaveProperty("unread");
  });
});

import { answer } from "../../src/app/say/answer.ts";
import { say } from "../../src/app/say/say.ts";
import { decide } from "../../src/core/decide/decide.ts";
import type { Wait } from "../../src/core/decide/waits/wait.ts";
import type { AskedBy, ModelReply } from "../../src/core/ports/model.ts";
import type { Prompts } from "../../src/core/ports/prompts.ts";
import type { Request } from "../../src/core/ports/request.ts";
import type { PlannedTask } from "../../src/core/terms/artifacts.ts";
import { meetingPolicy } from "../../src/core/terms/meeting/meeting.ts";
import type { Policy, Seat } from "../../src/core/terms/policy.ts";
import { parseAnswer } from "../../src/core/views/inbox/words-of.ts";
import { FakeSession, modelOf } from "./fake-session.ts";
import { planned, seat, withoutArchitect } from "./plans.ts";
import { says } from "./scripted-model.ts";

/** A session that is played with always the same replies. */
export interface Play {
  readonly title: string;
  readonly brief: string;
  /** What the base commit holds. */
  readonly files?: Readonly<Record<string, string>>;
  readonly seats?: readonly Seat[];
  readonly policy?: Partial<Policy>;
  readonly tasks?: readonly PlannedTask[];
  /** By thread and ask. Where it has no line, the team is obliging. */
  readonly lines: Readonly<Record<string, ModelReply>>;
  /** What a person says while this is asked; heard in the next request. */
  readonly said?: Readonly<Record<string, string>>;
  /** What a person types at a wait, in this order. */
  readonly typed?: (wait: Wait, earlier: number) => string | undefined;
  readonly arrange?: (session: FakeSession) => void;
}

const short = { pace: "auto", turns: 2 } as const;

/** What the first two plays do not come to. */
export const morePlays: Readonly<Record<string, Play>> = {
  /** A short meeting: one question, one contradiction, and an agreement that is written again. */
  meeting: {
    title: "Twice and thrice",
    brief: "Functions that double and treble a number, each with a test.",
    policy: { ...meetingPolicy("short"), pace: "normal", sizing: true },
    tasks: [planned("t1"), planned("t2")],
    lines: {
      "sizing/meeting.1#1": says.call("size_work", {
        size: "parallel",
        tasks: 2,
        why: "Two functions in files of their own.",
      }),
      "turn/meeting.1/ada#1": says.text(
        "A fraction is open: I would refuse it. README.md:1 promises no more.",
      ),
      "turn/meeting.1/bo#1": says.call("read_file", { path: "README.md" }),
      "turn/meeting.1/bo#2": says.text("I would keep fractions. Two tasks: twice(n) and thrice(n)."),
      "coach/meeting.1/1#1": says.call("ask_pm", { question: "1. Is text doubled? 2. Who calls it?" }),
      "coach/meeting.1/1#2": says.text("@bo, whom does refusing a fraction hurt?"),
      "turn/meeting.1/3#1": says.text("Nobody who is here. Refuse it, then."),
    },
    typed: (wait, earlier) => {
      if (wait.kind === "question") return "1. No. 2. The shop.";
      return wait.kind === "accept" ? ["again In fewer words.", "yes"][earlier] : undefined;
    },
  },
  /** The scope is sent back to the talk, and then to its writer. */
  back: {
    title: "Twice",
    brief: "A function that doubles a number.",
    policy: { ...short, pace: "normal" },
    lines: { "turn/refinement.1/3#1": says.text("Then only whole numbers.") },
    typed: (wait, earlier) =>
      wait.kind === "accept"
        ? ["back Say what happens to fractions.", "again In fewer words."][earlier]
        : "end",
  },
  /** Small work: one task from the brief. A person speaks while it is built. */
  small: {
    title: "Fix the typo",
    brief: "README says Twise.",
    policy: { ...short, pace: "normal", sizing: true },
    lines: {
      "coding/t1.1#1": says.call("read_file", { path: "README.md" }),
      "review/t1.1/1#1": says.call("search_code", { pattern: "Twise" }),
    },
    said: { "coding/t1.1#1": "The title only, please." },
    typed: (wait) => (wait.kind === "size" ? "do" : undefined),
  },
  /** Two tasks write the same file; the whole review finds something, and the fix is reviewed. */
  conflict: {
    title: "Twice and thrice",
    brief: "Two functions.",
    policy: short,
    tasks: [planned("t1"), planned("t2")],
    lines: {
      "coding/t1.1#1": writes("one"),
      "coding/t2.1#1": writes("two"),
      "coding/t2.1#2": writes("both"),
      "artifact/code-review.1/1#1": says.call("submit_findings", {
        summary: "Zero is not doubled.",
        findings: [
          { task: "t1", severity: "blocking", file: "shared.txt", line: 1, text: "twice(0) gives 1." },
        ],
      }),
    },
  },
  /** An engineer gets nowhere; another takes over. A reviewer gives no verdict at first. */
  stopped: {
    title: "Twice",
    brief: "A function.",
    seats: withoutArchitect,
    policy: {
      ...short,

      asks: { turn: 4, artifact: 3, coding: 2, review: 2 },
    },
    lines: {
      "coding/t1.1#1": says.call("list_files"),
      "coding/t1.1#2": says.text("I think so."),
      "coding/t1.1#3": says.call("list_files"),
      "coding/t1.1#4": says.call("list_files"),
      "review/t1.2/1#1": says.call("read_diff"),
      "review/t1.2/1#2": says.call("read_diff"),
    },
    typed: (wait, earlier) =>
      wait.kind === "task" ? ["say Begin with the test.", "assign bo", "yes"][earlier] : undefined,
  },
  /** An engineer asks twice: the product manager answers first, then the architect. */
  asking: {
    title: "Twice",
    brief: "A function.",
    policy: short,
    lines: {
      "coding/t1.1#1": says.calls(
        { tool: "write_file", input: { path: "twice.js", content: "export const twice = (n) => n * 2;\n" } },
        {
          tool: "ask_question",
          input: {
            question: "What is twice of a text? I would throw.",
            context: "The scope names numbers only.",
            urgency: "low",
          },
        },
      ),
      "answer/t1.1/1#1": says.call("submit_reply", { cannot: "Nobody has said what users should see." }),
      "coding/t1.1#2": says.call("ask_question", { question: "Is there an error class already?" }),
      "answer/t1.1/2#1": says.call("submit_reply", { answer: "No. Throw a TypeError." }),
    },
    typed: (wait) => (wait.kind === "question" ? "An error that names the argument." : undefined),
  },
  /** An engineer gets nowhere, and the architect says how it goes on: twice in vain, and once afresh. */
  judged: {
    title: "Twice",
    brief: "A function.",
    policy: { ...short, asks: { turn: 4, artifact: 3, coding: 4, review: 3 } },
    lines: {
      "coding/t1.1#1": says.call("write_file", { path: "twice.js", content: "export const twice = 2;\n" }),
      "coding/t1.1#2": says.text("I think it is done."),
      "coding/t1.1#3": says.text("It is done."),
      "budget/t1.1/1#1": says.call("budget_decision", {
        decision: "grant",
        words: "twice.js holds a number, not a function. Write the function, then its test, then call done.",
      }),
      "coding/t1.1#4": says.text("It is done."),
      "coding/t1.1#5": says.text("It is done."),
      ...Object.fromEntries(
        [1, 2, 3, 4, 5, 6, 7, 8].map((n) => [`coding/t1.2#${n}`, says.call("list_files")]),
      ),
      "budget/t1.2/2#1": says.call("budget_decision", { decision: "grant", words: "Once more." }),
    },
  },
  /** An engineer gets nowhere, and the architect divides the task. */
  divided: {
    title: "Twice",
    brief: "A function.",
    policy: { ...short, asks: { turn: 4, artifact: 3, coding: 3, review: 3 } },
    lines: {
      ...Object.fromEntries([1, 2, 3].map((n) => [`coding/t1.1#${n}`, says.call("list_files")])),
      "budget/t1.1/1#1": says.call("budget_decision", {
        decision: "split",
        words: "The function first, then what the README says of it.",
      }),
    },
    typed: (wait) => (wait.kind === "split" ? "yes" : undefined),
  },
  /** A task cannot be done as planned, and the architect writes it in other words. */
  rewritten: {
    title: "Twice",
    brief: "A function.",
    policy: short,
    lines: {
      "coding/t1.1#1": says.call("done", {
        summary: "Not possible",
        blocked: { kind: "invalid-task", explanation: "There is no file parse.js to change." },
      }),
      "rewrite/t1.1/1#1": says.call("rewrite_task", {
        approach: "Make parse.js with one function, and use it from README.md's example.",
        why: "The plan took parse.js for granted.",
      }),
    },
  },
  /** Engineers pass and nothing is settled. */
  passing: {
    title: "Twice",
    brief: "A function.",
    policy: { pace: "auto", turns: 12 },
    lines: {
      "turn/refinement.1/1#1": says.call("pass_turn", { reason: "the brief says it all" }),
      ...Object.fromEntries([1, 2, 3].map((n) => [`coach/refinement.1/${n}#1`, says.text("What is open?")])),
    },
  },
  /** Checks were red before, and the change takes a test away and is too long to stand in the first request. */
  red: {
    title: "A table",
    brief: "A table of doubles.",
    files: { "README.md": "# Twice\n", "old.test.js": 'test("was red", () => {});\n' },
    policy: {
      ...short,
      baseline: true,
      checks: {
        quick: [{ name: "tests", run: "npm test" }],
        full: [{ name: "tests", run: "npm test" }],
        timeoutMs: 9,
      },
    },
    lines: {
      "coding/t1.1#1": says.calls(
        { tool: "write_file", input: { path: "table.js", content: "2 4\n".repeat(2_000) } },
        { tool: "write_file", input: { path: "old.test.js", content: "" } },
        { tool: "done", input: { summary: "Add a table" } },
      ),
    },
    arrange(session) {
      session.world.judge = () => false;
      session.world.complaint = "not ok 1 - was red";
    },
  },
  /** A model that reads little. */
  narrow: {
    title: "Twice",
    brief: "A function.",
    seats: [seat("ada"), { ...seat("bo"), model: "tiny" }, seat("coach", "coach")],
    policy: { pace: "auto", turns: 4, windows: { tiny: 4_000 } },
    lines: { "turn/refinement.1/1#1": says.text(`It is a long story. ${"And then? ".repeat(300)}`) },
  },
};

function writes(content: string): ModelReply {
  return says.calls(
    { tool: "write_file", input: { path: "shared.txt", content: `${content}\n` } },
    { tool: "done", input: { summary: `Write ${content}` } },
  );
}

/** Runs to the end, or to a wait for which nothing is typed. */
export async function play(
  { title, brief, files, seats, policy, tasks, lines, said = {}, typed, arrange }: Play,
  prompts: Prompts,
): Promise<ReadonlyMap<string, Request>> {
  const session = await new FakeSession({
    title,
    brief,
    prompts,
    ...(files && { files }),
    ...(seats && { seats }),
    policy: { review: { by: "architect" }, ...policy },
  }).open();
  arrange?.(session);
  const asked = new Map<string, Request>();
  const model = modelOf(async (by, _, request) => {
    const name = nameOf(by);
    asked.set(name, request);
    const words = said[name];
    if (words !== undefined) await say(session.journal, words);
    return lines[name];
  }, tasks);
  const answered: Record<string, number> = {};
  for (let runs = 0; runs < 12; runs++) {
    await session.run({ model });
    const [wait] = decide(session.state, session.clock.now()).waits;
    const earlier = wait ? (answered[wait.kind] ?? 0) : 0;
    const line = wait && typed?.(wait, earlier);
    if (!wait || line === undefined) return asked;
    answered[wait.kind] = earlier + 1;
    const given = parseAnswer(wait, line);
    if ("wrong" in given) throw new Error(given.wrong);
    await answer(session.journal, wait.id, given, session.clock.now());
  }
  throw new Error("it never came to an end");
}

function nameOf({ thread, ask }: AskedBy): string {
  return `${thread}#${ask}`;
}

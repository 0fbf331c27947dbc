import { join } from "node:path";
import { openPrompts } from "../../src/config/prompts/open-prompts.ts";
import type { ModelReply } from "../../src/core/ports/model.ts";
import type { Prompts } from "../../src/core/ports/prompts.ts";
import type { Request } from "../../src/core/ports/request.ts";
import { morePlays, type Play, play } from "./golden-plays.ts";
import { planned, seat } from "./plans.ts";
import { says } from "./scripted-model.ts";

type Replied = Extract<ModelReply, { kind: "replied" }>;

/** Requests by the name of their file, and the rules that they begin with by theirs. */
export interface Golden {
  readonly requests: ReadonlyMap<string, { readonly request: Request; readonly rules: string }>;
  readonly rules: ReadonlyMap<string, Request>;
}

/** Plays sessions with the prompts that ship and always the same replies, and keeps one request of every kind. */
export async function playGolden(): Promise<Golden> {
  const rules = new Map<string, Request>();
  const requests = new Map<string, { request: Request; rules: string }>();
  for (const [play, wanted] of Object.entries(kept)) {
    const asked = await played(play);
    for (const [ask, [name, begins]] of Object.entries(wanted)) {
      const request = asked.get(ask);
      if (!request) throw new Error(`${play} never asked ${ask}; there were ${[...asked.keys()].join(", ")}`);
      if (!rules.has(begins)) rules.set(begins, request);
      requests.set(name, { request, rules: begins });
    }
  }
  return { requests, rules };
}

function played(name: string): Promise<ReadonlyMap<string, Request>> {
  const found = { iteration, grooming, ...morePlays }[name];
  if (!found) throw new Error(`there is no play ${name}`);
  return play(found, shipped());
}

/** Which asks of each play are kept: as which file, and with which rules. */
const kept: Readonly<Record<string, Readonly<Record<string, readonly [name: string, rules: string]>>>> = {
  iteration: {
    "sizing/refinement.1#1": ["refinement-sizing", "rules-refinement"],
    "turn/refinement.1/1#1": ["refinement-turn-first", "rules-refinement"],
    "architect/refinement.1/1#1": ["refinement-architect", "rules-refinement"],
    "turn/refinement.1/2#1": ["refinement-turn-perspective", "rules-refinement-perspective"],
    "turn/refinement.1/2#2": ["refinement-turn-after-a-look", "rules-refinement-perspective"],
    "coach/refinement.1/1#1": ["refinement-coach", "rules-refinement"],
    "coach/refinement.1/1#2": ["refinement-coach-after-the-answer", "rules-refinement"],
    "turn/refinement.1/3#1": ["refinement-turn-perspective-later", "rules-refinement-perspective"],
    "turn/refinement.1/4#1": ["refinement-turn", "rules-refinement"],
    "turn/refinement.1/4#2": ["refinement-turn-with-words-held-back", "rules-refinement"],
    "coach/refinement.1/3#2": ["refinement-scope-refused", "rules-refinement"],
    "turn/planning.1/1#1": ["planning-turn", "rules-planning"],
    "coach/planning.1/1#1": ["planning-coach", "rules-planning"],
    "volunteer/planning.1/1/ada#1": ["planning-volunteer", "rules-planning"],
    "turn/pre-code-review.1/1#1": ["pre-code-review-turn", "rules-pre-code-review"],
    "coach/pre-code-review.1/1#1": ["pre-code-review-coach", "rules-pre-code-review"],
    "coding/t1.1#1": ["coding-opening", "rules-coding"],
    "coding/t1.1#2": ["coding-after-failed-checks", "rules-coding"],
    "coding/t1.1#3": ["coding-after-an-edit", "rules-coding"],
    "coding/t1.1#4": ["coding-after-a-review", "rules-coding"],
    "review/t1.1/1#1": ["review-first", "rules-review"],
    "review/t1.1/2#1": ["review-second", "rules-review"],
    "turn/code-review.1/2#1": ["code-review-turn", "rules-code-review"],
    "coach/code-review.1/1#1": ["code-review-coach", "rules-code-review"],
  },
  meeting: {
    "sizing/meeting.1#1": ["meeting-sizing", "rules-meeting"],
    "turn/meeting.1/ada#1": ["meeting-turn-first", "rules-meeting"],
    "turn/meeting.1/bo#2": ["meeting-turn-after-a-look", "rules-meeting"],
    "coach/meeting.1/1#1": ["meeting-coach", "rules-meeting"],
    "coach/meeting.1/1#2": ["meeting-coach-after-the-answer", "rules-meeting"],
    "turn/meeting.1/3#1": ["meeting-turn-called", "rules-meeting"],
    "coach/meeting.1/2#1": ["meeting-coach-again", "rules-meeting"],
    "artifact/meeting.1/2#1": ["meeting-agreement-again", "rules-meeting"],
    "coding/t1.1#1": ["coding-after-a-meeting", "rules-coding-after-a-meeting"],
  },
  grooming: {
    "turn/exploration.1/1#1": ["exploration-turn", "rules-exploration"],
    "turn/exploration.1/2#1": ["exploration-turn-without-tools", "rules-exploration-without-tools"],
    "coach/exploration.1/1#1": ["exploration-coach", "rules-exploration"],
    "artifact/exploration.1/1#1": ["exploration-brief", "rules-exploration"],
  },
  back: {
    "turn/refinement.1/3#1": ["refinement-turn-sent-back", "rules-refinement"],
    "coach/refinement.1/2#1": ["refinement-scope-sent-back", "rules-refinement"],
    "artifact/refinement.1/3#1": ["refinement-scope-again", "rules-refinement"],
  },
  small: {
    "coding/t1.1#1": ["coding-small-work", "rules-coding-small-work"],
    "coding/t1.1#2": ["coding-after-words-of-a-person", "rules-coding-small-work"],
    "review/t1.1/1#1": ["review-small-work", "rules-review-small-work"],
  },
  conflict: {
    "coding/t2.1#2": ["coding-after-a-conflict", "rules-coding-two-tasks"],
    "coding/t3.1#1": ["coding-fix-task", "rules-coding-fix-task"],
    "turn/code-review.2/1#1": ["code-review-turn-again", "rules-code-review-again"],
  },
  stopped: {
    "coding/t1.1#2": ["coding-last-request", "rules-coding-two-tasks"],
    "coding/t1.1#3": ["coding-after-no-result", "rules-coding-two-tasks"],
    "coding/t1.2#1": ["coding-taken-over", "rules-coding-two-tasks"],
    "review/t1.2/1#3": ["review-after-no-verdict", "rules-review-small-work"],
  },
  asking: {
    "answer/t1.1/1#1": ["answer-first", "rules-answer"],
    "answer/t1.1/2#1": ["answer-second", "rules-answer"],
    "coding/t1.1#3": ["coding-after-answers", "rules-coding-two-tasks"],
    "review/t1.1/1#1": ["review-after-answers", "rules-review-small-work"],
  },
  judged: {
    "budget/t1.1/1#1": ["budget-first", "rules-budget"],
    "coding/t1.1#4": ["coding-after-a-grant", "rules-coding-two-tasks"],
    "coding/t1.2#1": ["coding-afresh", "rules-coding-two-tasks"],
    "budget/t1.2/2#1": ["budget-second", "rules-budget"],
    "budget/t1.2/2#2": ["budget-refused", "rules-budget"],
  },
  divided: {
    "split/t1.1/1#1": ["split-first", "rules-split"],
    "coding/t2.1#1": ["coding-a-part", "rules-coding"],
  },
  rewritten: {
    "rewrite/t1.1/1#1": ["rewrite-first", "rules-rewrite"],
    "coding/t1.2#1": ["coding-rewritten", "rules-coding-rewritten"],
  },
  passing: {
    "coach/refinement.1/1#1": ["refinement-coach-after-passes", "rules-refinement"],
    "coach/refinement.1/3#1": ["refinement-coach-stalled", "rules-refinement"],
  },
  red: {
    "coding/t1.1#1": ["coding-on-a-red-base", "rules-coding-on-a-red-base"],
    "review/t1.1/1#1": ["review-of-weaker-tests", "rules-review-on-a-red-base"],
    "review/t1.1/1#2": ["review-sent-back-unopened", "rules-review-on-a-red-base"],
  },
  narrow: {
    "turn/refinement.1/2#1": ["refinement-turn-small-window", "rules-refinement-small-window"],
  },
};

const speaking = (text: string, tool: string, input: object): Replied => ({
  ...says.call(tool, input),
  text,
});

const decision = {
  topic: "Numbers",
  decision: "Whole numbers only.",
  reason: "the brief has no other",
  agreed: ["ada"],
};
const wrong = "export const twice = (n) => n + 1;\n";
const right = "export const twice = (n) => n * 2;\n";
/** Long enough that the code review is a discussion. */
const test = `import { twice } from "./twice.js";\n${Array.from({ length: 24 }, (_, n) => `check(twice(${n}), ${2 * n});\n`).join("")}`;

const lines: Readonly<Record<string, Replied>> = {
  "sizing/refinement.1#1": says.call("size_work", { size: "task", why: "One function and its test." }),
  "turn/refinement.1/1#1": says.text(
    "What is twice of half a number? @architect, does anything else double?",
  ),
  "architect/refinement.1/1#1": says.text(
    "Nothing else does; README.md:1 names it, and README.md:9 is missing.",
  ),
  "turn/refinement.1/2#1": speaking("Let me see.", "read_file", { path: "README.md" }),
  "turn/refinement.1/2#2": speaking("Whole numbers are enough.", "record_decision", decision),
  "coach/refinement.1/1#1": speaking("One thing is open: text.", "ask_pm", {
    question: "What is twice of a text?",
    options: ["an error", "the text two times"],
  }),
  "coach/refinement.1/1#2": says.text("Agreed: whole numbers, and an error for text. @bo, which error?"),
  "turn/refinement.1/3#1": says.text("A TypeError that names the argument."),
  "turn/refinement.1/4#1": speaking("Then I would put negative numbers off.", "defer_point", {
    topic: "Signs",
  }),
  "turn/refinement.1/4#2": says.call("defer_point", { topic: "Signs", why: "nobody asked for them" }),
  "coach/refinement.1/3#1": says.call("submit_scope", { summary: "Doubling.", requirements: [] }),
  "coding/t1.1#1": says.calls(
    { tool: "write_file", input: { path: "twice.js", content: wrong } },
    { tool: "write_file", input: { path: "twice.test.js", content: test } },
    { tool: "done", input: { summary: "Add twice" } },
  ),
  "coding/t1.1#2": says.call("edit_file", { path: "twice.js", find: "n + 1", replace: "n * 2" }),
  "coding/t1.1#3": says.call("done", { summary: "Multiply instead of adding" }),
  "coding/t1.1#4": says.calls(
    { tool: "write_file", input: { path: "README.md", content: "# Twice\n\nDoubles a whole number.\n" } },
    { tool: "done", input: { summary: "Say in the README what it does" } },
  ),
  "review/t1.1/1#1": says.call("read_diff"),
  "review/t1.1/1#2": says.call("review_complete", {
    status: "changes",
    feedback: "The README does not say that it takes whole numbers only.",
  }),
  "review/t1.1/2#1": says.call("read_diff"),
  "turn/exploration.1/1#1": says.text("Doubling is also shifting by one. @coach, where do we stand?"),
};

const tests = { name: "tests", run: "npm test" };

const iteration: Play = {
  title: "Twice",
  brief: "A function that doubles a number, with a test.",
  seats: [
    { ...seat("ada"), style: "Asks for the smallest case." },
    { ...seat("bo"), rendering: "perspective" },
    seat("coach", "coach"),
    seat("architect", "architect"),
  ],
  policy: {
    pace: "auto",
    sizing: true,
    assign: "volunteer",
    asks: { turn: 4, artifact: 4, coding: 8, review: 5 },
    checks: { quick: [tests], full: [tests], timeoutMs: 1_000 },
  },
  tasks: [{ ...planned("t1"), title: "Double a number", files: ["twice.js"] }],
  lines: { "coach/refinement.1/2#1": says.text("Go on."), ...lines },
  said: { "turn/refinement.1/2#1": "It is for invoices: keep it exact." },
  typed: (wait) => ({ question: "1, and say which argument", limit: "end" })[wait.kind as string],
  arrange: ({ world }) => {
    world.judge = (files) => files["twice.js"] === undefined || files["twice.js"] === right;
  },
};

const grooming: Play = {
  title: "Doubling",
  brief: "What could doubling be good for?",
  seats: [seat("ada"), { ...seat("bo"), textOnly: true }, seat("coach", "coach")],
  policy: { pace: "auto", phases: ["exploration"], turns: 4 },
  lines,
  typed: (wait) => (wait.kind === "limit" ? "end" : undefined),
};

function shipped(): Prompts {
  const root = join(import.meta.dirname, "../..");
  const files = openPrompts({ shipped: join(root, "prompts"), root: join(root, "no/such/project") });
  return {
    ...files,
    instructions: async () => ({ file: "AGENTS.md", text: "Plain Node, no dependencies.\n" }),
  };
}

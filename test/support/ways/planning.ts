import { rm } from "node:fs/promises";
import { commentTask } from "../../../src/app/tasks/comment-task.ts";
import { planned } from "../plans.ts";
import { says } from "../scripted-model.ts";
import { aboutNothing, filesOf } from "./commenting.ts";
import { asks, begun, built, decides, looks, planning, thereAlready, verdict, words } from "./lines.ts";
import type { Way } from "./way.ts";

const two = [planned("t1"), planned("t2")];
const plans = (plan: string) => says.call("submit_plan", { plan, todos: ["write it"] });
const alreadyThere = says.call("submit_plan", { satisfied: "README.md:1 says it." });
const senseless = says.call("submit_plan", { blocked: { kind: "invalid-task", explanation: "Twice what?" } });
const seen = verdict("approved", "README.md:1 says it.");

export const planningWays: readonly Way[] = [
  {
    name: "an engineer plans, asks, is sent back, reads a comment, and writes what was agreed",
    policy: { planning: "on" },
    hasTalked: true,
    stopsRequest: true,
    lines: {
      "planning/t1.1": [asks("Which one?"), plans("A."), plans("B."), plans("C.")],
      "plan-review/t1.1/1": [verdict("changes", "Not A.")],
      "plan-review/t1.1/2": [
        async (session) => {
          const commented = (await session.moves()).includes("PLAN_REVIEW commented");
          const journal = await session.theatre.journal();
          if (!commented)
            await commentTask(aboutNothing, filesOf(journal), "t1", { words: "Rather C." }).catch(
              () => undefined,
            );
          await journal.close();
          return words;
        },
      ],
    },
    moves: {
      t1: [
        ...[...planning, "PLANNING asked", "QUESTION answered", "PLANNING planned", "PLAN_REVIEW changes"],
        ...[
          "PLANNING planned",
          "PLAN_REVIEW commented",
          "PLANNING planned",
          "PLAN_REVIEW approved",
          ...built,
        ],
      ],
    },
    ships: ["t1.txt"],
  },
  {
    name: "planning uses up its requests, and so does who judges the plan",
    policy: { planning: "on", asks: { turn: 4, artifact: 3, coding: 8, review: 2 } },
    answers: { task: { kind: "continue" } },
    lines: {
      "planning/t1.1": [looks, looks],
      "budget/t1.1/1": [decides("grant")],
      "plan-review/t1.1/1": [words, words],
    },
    moves: {
      t1: [
        ...[...planning, "PLANNING limit", "BUDGET_REVIEW granted", "PLANNING planned", "PLAN_REVIEW limit"],
        ...["BUDGET_REVIEW granted", "PLAN_REVIEW approved", ...built],
      ],
    },
    ships: ["t1.txt"],
  },
  {
    name: "a task makes no sense to its engineer, then to who judges its plan, and is written in other words each time",
    policy: { planning: "on" },
    lines: {
      "planning/t1.1": [senseless],
      "plan-review/t1.2/1": [verdict("rejected", "Twice what?")],
    },
    moves: {
      t1: [
        ...[...planning, "PLANNING blocked", "BLOCKED rewritten"],
        ...[...planning, "PLANNING planned", "PLAN_REVIEW rejected", "BLOCKED rewritten"],
        ...[...planning, "PLANNING planned", "PLAN_REVIEW approved", ...built],
      ],
    },
    ships: ["t1.txt"],
  },
  {
    name: "three attempts come to nothing while it plans, and the person has it start once more",
    policy: { planning: "on" },
    answers: { task: { kind: "continue" } },
    lines: {
      ...Object.fromEntries(
        [1, 2, 3].map((attempt) => [`planning/t1.${attempt}`, [words, words, words, words]]),
      ),
      ...Object.fromEntries([1, 2, 3].map((attempt) => [`budget/t1.${attempt}/*`, [decides("redirect")]])),
    },
    moves: {
      t1: [
        ...[1, 2].flatMap(() => [
          ...[...planning, "PLANNING limit", "BUDGET_REVIEW redirected", "PLANNING requeued"],
        ]),
        ...[
          ...planning,
          "PLANNING limit",
          "BUDGET_REVIEW redirected",
          "PLANNING exhausted",
          "FAILED retried",
        ],
        ...[...planning, "PLANNING planned", "PLAN_REVIEW approved", ...built],
      ],
    },
    ships: ["t1.txt"],
  },
  {
    name: "while it plans, an engineer says twice that it was done before; the second time somebody sees it",
    policy: { planning: "on" },
    tasks: two,
    lines: {
      "planning/t1.1": [alreadyThere, alreadyThere],
      "completion/t1.1/1": [verdict("changes", "Where?")],
      "completion/t1.1/2": [seen],
    },
    moves: {
      t1: [
        ...[...planning, "PLANNING satisfied", "PLAN_REVIEW changes"],
        ...["PLANNING satisfied", "PLAN_REVIEW satisfied"],
      ],
    },
    ships: ["t2.txt"],
  },
  {
    name: "the worktree is gone while its engineer plans",
    policy: { planning: "on" },
    lines: {
      "planning/t1.1": [
        async (session) => {
          if (!(await session.moves()).includes("PLANNING lost"))
            await rm(await session.worktree(), { recursive: true, force: true });
          return says.call("read_file", { path: "README.md" });
        },
      ],
    },
    moves: {
      t1: [...planning, "PLANNING lost", "SETUP plan", "PLANNING planned", "PLAN_REVIEW approved", ...built],
    },
    ships: ["t1.txt"],
  },
  {
    name: "an engineer writes nothing, says twice that it was done before, and the second time somebody sees it",
    tasks: two,
    lines: {
      "coding/t1.1": [thereAlready, thereAlready],
      "completion/t1.1/1": [verdict("changes", "Where?")],
      "completion/t1.1/2": [seen],
    },
    moves: {
      t1: [
        ...[...begun, "CODING satisfied", "CODE_REVIEW changes", "CODING satisfied", "CODE_REVIEW satisfied"],
      ],
    },
    ships: ["t2.txt"],
  },
];

import { deepEqual, equal, match } from "node:assert";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { cancelTasks } from "../../../src/app/say/cancel-tasks.ts";
import { commentTask } from "../../../src/app/tasks/comment-task.ts";
import { planHotfix } from "../../../src/app/tasks/plan-hotfix.ts";
import type { Journal } from "../../../src/core/ports/journal.ts";
import { moveTask } from "../../../src/core/rules/move-task.ts";
import type { TaskState } from "../../../src/core/terms/task-machine.ts";
import { planned } from "../plans.ts";
import { says } from "../scripted-model.ts";
import { type SmallBuild, writes } from "../small-build.ts";
import { aboutNothing, filesOf } from "./commenting.ts";
import { asks, begun, built, landing, looks, tested, until, verdict, words } from "./lines.ts";
import type { Way } from "./way.ts";

/** Appends what a person wants, unless they came too late for it. */
async function wants(session: SmallBuild, act: (journal: Journal) => Promise<unknown>): Promise<void> {
  const journal = await session.theatre.journal();
  await act(journal).catch(() => undefined);
  await journal.close();
}

const comments = (text: string) => (journal: Journal) =>
  commentTask(aboutNothing, filesOf(journal), "t1", { words: text });

const takes = (task: string) => (journal: Journal) =>
  journal.append((at) =>
    at.tasks[task]?.holding === undefined
      ? [{ actor: "human", event: { type: "hold.requested", task } }]
      : undefined,
  );

/** Gives the task back that a person has, with what they wrote into its worktree. */
async function gives(
  { session, journal }: { readonly session: SmallBuild; readonly journal: Journal },
  how: "given" | "finished",
  path: string,
): Promise<void> {
  await writeFile(join(await session.worktree(), path), `${path}\n`);
  await journal.append((at) => {
    const task = at.tasks.t1;
    if (task?.state !== "HELD") return undefined;
    const carried = how === "given" ? { feedback: `${path} is new.` } : { summary: "By hand" };
    return [{ ...moveTask(task, how, how, carried), actor: "human" }];
  });
}

/** Writes, and is stopped at its second request because the person takes the task. */
const takenWhileWriting = [
  says.call("write_file", { path: "a.txt", content: "a\n" }),
  async (session: SmallBuild) => {
    if (!(await session.moves()).includes("CODING held")) await wants(session, takes("t1"));
    return looks;
  },
  async (session: SmallBuild) =>
    (await session.moves()).includes("CODING held") ? writes({ "c.txt": "c\n" }) : looks,
];

function whileIn(
  state: TaskState,
  move: string,
  act: (journal: Journal) => Promise<unknown>,
): Required<Pick<Way, "looks">> {
  return {
    async looks({ session, journal }) {
      if ((await session.moves()).includes(move)) await writeFile(join(session.theatre.root, "done"), "");
      else if (journal.state().tasks.t1?.state === state) await act(journal).catch(() => undefined);
    },
  };
}

/** No verdict before the person has commented. */
const untilCommented = async (session: SmallBuild) =>
  (await session.moves()).includes("BUDGET_REVIEW commented") ? verdict("approved") : words;

export const personWays: readonly Way[] = [
  {
    name: "a person takes a task from its engineer, works on it and gives it back",
    lines: { "coding/t1.1": takenWhileWriting },
    async act(wait, at) {
      if (wait.kind !== "task" || wait.why !== "held") return false;
      equal(await readFile(join(await at.session.worktree(), "a.txt"), "utf8"), "a\n");
      await gives(at, "given", "b.txt");
      return true;
    },
    stopsRequest: true,
    moves: { t1: [...begun, "CODING held", "HELD given", ...built] },
    ships: ["a.txt", "b.txt", "c.txt"],
  },
  {
    name: "a person takes a task from its engineer and finishes it",
    lines: { "coding/t1.1": takenWhileWriting },
    async act(wait, at) {
      if (wait.kind !== "task" || wait.why !== "held") return false;
      await gives(at, "finished", "b.txt");
      return true;
    },
    stopsRequest: true,
    moves: { t1: [...begun, "CODING held", "HELD finished", "TESTING passed", ...landing] },
    ships: ["a.txt", "b.txt"],
    holds: (session) => match(session.git("log", "--format=%s"), /^By hand$/m),
  },
  {
    name: "a person takes a task while its checks run, finishes it, and it is checked again",
    checks: [{ name: "wait", run: until("done") }],
    ...whileIn("TESTING", "HELD finished", takes("t1")),
    async act(wait, at) {
      if (wait.kind !== "task" || wait.why !== "held") return false;
      await gives(at, "finished", "b.txt");
      return true;
    },
    moves: { t1: [...begun, "CODING done", "TESTING held", "HELD finished", "TESTING passed", ...landing] },
    ships: ["b.txt", "t1.txt"],
  },
  {
    name: "a person comments during a review, and its author reads it once",
    lines: {
      "coding/t1.1": [writes({ "a.txt": "a\n" }), writes({ "b.txt": "b\n" })],
      "review/t1.1/1": [
        async (session) => {
          if (!(await session.moves()).includes("CODE_REVIEW commented"))
            await wants(session, comments("b.txt is missing."));
          return says.call("review_complete", { status: "approved", feedback: "Good." });
        },
      ],
    },
    stopsRequest: true,
    moves: { t1: [...begun, ...tested, "CODE_REVIEW commented", ...built] },
    ships: ["a.txt", "b.txt"],
  },
  {
    name: "a person comments while the checks of a task run",
    checks: [{ name: "wait", run: until("done") }],
    ...whileIn("TESTING", "TESTING commented", comments("b.txt is missing.")),
    lines: { "coding/t1.1": [writes({ "a.txt": "a\n" }), writes({ "b.txt": "b\n" })] },
    moves: { t1: [...begun, "CODING done", "TESTING commented", ...built] },
    ships: ["a.txt", "b.txt"],
  },
  {
    name: "a person comments instead of a yes to what would land",
    files: { "package.json": "{}\n", "README.md": "# Twice\n" },
    lines: {
      "coding/t1.1": [
        writes({
          "package.json": '{\n  "dependencies": {\n    "left-pad": "1.0.0"\n  }\n}\n',
          "a.txt": "a\n",
        }),
        writes({ "package.json": "{}\n" }),
      ],
    },
    async act(wait, { journal }) {
      if (wait.kind !== "approval") return false;
      await comments("Do without.")(journal).catch(() => undefined);
      return true;
    },
    moves: { t1: [...begun, ...tested, "CODE_REVIEW approved", "PREPARE_MERGE commented", ...built] },
    ships: ["a.txt"],
  },
  {
    name: "a person comments on a task whose reviewer gave no verdict, and its author goes on",
    policy: { asks: { turn: 4, artifact: 3, coding: 8, review: 2 } },
    lines: {
      "coding/t1.1": [writes({ "a.txt": "a\n" }), writes({ "b.txt": "b\n" })],
      "review/t1.1/1": [untilCommented, untilCommented],
    },
    async act(wait, { journal }) {
      if (wait.kind !== "task") return false;
      await comments("b.txt is missing.")(journal).catch(() => undefined);
      return true;
    },
    moves: { t1: [...begun, ...tested, "CODE_REVIEW limit", "BUDGET_REVIEW commented", ...built] },
    ships: ["a.txt", "b.txt"],
  },
  {
    name: "a question that the architect answers, and one that it passes on to the person",
    hasTalked: true,
    answers: { question: { kind: "tell", words: "9090" } },
    lines: {
      "coding/t1.1": [
        says.calls(
          { tool: "write_file", input: { path: "port.txt", content: "8080\n" } },
          { tool: "ask_question", input: { question: "Is 8080 right?" } },
        ),
        asks("May it cost more?"),
        writes({ "done.txt": "done\n" }),
      ],
      "answer/t1.1/1": [
        says.call("read_file", { path: "port.txt" }),
        says.call("submit_reply", { answer: "As port.txt says." }),
      ],
      "answer/t1.1/2": [says.call("submit_reply", { cannot: "It is about money." })],
    },
    moves: {
      t1: [...begun, ...["CODING asked", "QUESTION answered", "CODING asked", "QUESTION answered"], ...built],
    },
    ships: ["done.txt", "port.txt"],
    async holds(session) {
      const texts = async (type: "question.asked" | "question.answered") =>
        (await session.events(type)).map(({ text }) => text);
      deepEqual(await texts("question.asked"), ["Is 8080 right?", "May it cost more?"]);
      deepEqual(
        (await session.events("question.passed")).map(({ why }) => why),
        ["It is about money."],
      );
      deepEqual(await texts("question.answered"), ["As port.txt says.", "9090"]);
      match(session.told("coding/t1.1", 2), /architect answers: As port.txt says\./);
      match(session.told("coding/t1.1", 3), /The product manager answers: 9090/);
      match(session.told("answer/t1.1/1", 2), /8080/);
    },
  },
  {
    name: "a question that nobody answers in time",
    policy: { wait: 0 },
    answers: { question: "none", task: { kind: "redirect", words: "Take 9090." } },
    lines: { "coding/t1.1": [asks("Which port?")] },
    moves: { t1: [...begun, "CODING asked", "QUESTION overdue", "BLOCKED unblocked", ...built] },
    ships: ["t1.txt"],
    async holds(session) {
      deepEqual(
        (await session.events("question.answered")).map(({ how }) => how),
        ["deadline"],
      );
      match(session.told("coding/t1.1", 2), /Nobody was there to answer in time.*Take 9090\./s);
    },
  },
  {
    name: "a task is cancelled while its engineer is asked, and what builds on it goes on without it",
    tasks: [planned("t1"), planned("t2", "t1")],
    answers: { task: { kind: "continue" } },
    lines: {
      "coding/t1.1": [
        async (session) => {
          await wants(session, (journal) => cancelTasks(journal, ["t1"], true));
          return looks;
        },
      ],
    },
    stopsRequest: true,
    moves: {
      t1: [...begun, "CODING cancelled"],
      t2: ["WAITING blocked", "BLOCKED unblocked", ...begun, ...built],
    },
    ships: ["t2.txt"],
  },
  {
    name: "a task planned into the build begins before what waited longer, and lands once",
    tasks: ["t1", "t2", "t3"].map((id) => planned(id)),
    policy: { parallel: 1 },
    lines: {
      "coding/t1.1": [
        async (session) => {
          await wants(session, async (journal) => {
            if (!journal.state().tasks.t4)
              await planHotfix(journal, { title: "Mend it", brief: "It is broken." });
          });
          return writes({ "t1.txt": "t1\n" });
        },
      ],
    },
    moves: {},
    ships: ["t1.txt", "t2.txt", "t3.txt", "t4.txt"],
    async holds(session) {
      const dispatched = (await session.events("task.moved")).filter(
        ({ trigger }) => trigger === "dispatched",
      );
      deepEqual(dispatched.map(({ task }) => task).slice(0, 2), ["t1", "t4"]);
      equal((await session.events("task.landed")).length, 4);
    },
  },
  {
    name: "a person looks after a layer before the next one begins",
    tasks: [planned("t1"), planned("t2", "t1")],
    policy: { stops: "layer" },
    answers: { layer: { kind: "onward" } },
    moves: {},
    ships: ["t1.txt", "t2.txt"],
    async holds(session) {
      deepEqual(
        (await session.events("layer.settled")).map(({ layer, how }) => [layer, how]),
        [[1, "looked"]],
      );
    },
  },
  {
    name: "nothing is heard of a step for 30 minutes: it is ended and tried again",
    lines: {
      "coding/t1.1": [
        async (session, signal) => {
          if ((await session.events("step.failed")).length > 0) return writes({ "a.txt": "a\n" });
          const ended = new Promise((resolve) => signal.addEventListener("abort", resolve));
          session.theatre.passes(30 * 60_000);
          await ended;
          throw signal.reason;
        },
        writes({ "a.txt": "a\n" }),
      ],
    },
    stopsRequest: true,
    moves: { t1: [...begun, ...built] },
    ships: ["a.txt"],
    async holds(session) {
      const failures = (await session.events("step.failed")).map(({ error }) => error);
      equal(failures.length, 1);
      match(failures[0] ?? "", /nothing was heard of it for 30 minutes/);
    },
  },
];

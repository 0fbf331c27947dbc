import type { Step } from "../../core/decide/step.ts";
import type { Draft } from "../../core/facts/fact.ts";
import type { OutcomeKind } from "../../core/facts/loop-schema.ts";
import { moveTask } from "../../core/rules/move-task.ts";
import { setUpInForce } from "../../core/state/baseline.ts";
import type { State } from "../../core/state/state.ts";
import type { Task } from "../../core/state/task.ts";
import { threadNamed } from "../../core/state/threads.ts";
import type { Blob } from "../../core/terms/ids.ts";
import { mayRunCommands } from "../../core/terms/policy.ts";
import { hanging, quoted } from "../../core/text/quoted.ts";
import { isEmpty } from "../../core/text/record.ts";
import { keptAside } from "../../core/work/kept-aside.ts";
import type { StepContext } from "../../core/work/step-context.ts";
import { done, type Handed } from "../../tools/ends/done.ts";
import { authorBrief, learnedWords, todoWords } from "../author/author-brief.ts";
import { authorEndings } from "../author/author-endings.ts";
import { claimed } from "../author/claimed.ts";
import { commandsOf } from "../commands/commands.ts";
import { gateOf } from "../commit/gate.ts";
import { charterOf, converse } from "../converse.ts";
import { floorCharter } from "../floor-charter.ts";
import { codingSpecs, codingTools } from "../floor-tools.ts";
import { leftOutTeller } from "../left-out.ts";
import { lostWorktree, unlessLost } from "../lose-work.ts";
import { asking } from "../questions/asking.ts";
import { howToAnswer } from "../review/findings.ts";
import { recorded, theTask } from "../the-task.ts";
import { doneFaults } from "./done-faults.ts";
import { doneGate } from "./done-gate.ts";

type Coding = Extract<Step, { kind: "coding" }>;

/** The task's author writes code. Entered again, it continues the same thread, with the feedback as newest message. */
export function code(context: StepContext<Coding>): Promise<void> {
  return unlessLost(context, () => write(context));
}

async function write(context: StepContext<Coding>): Promise<void> {
  const { step, journal, workspace } = context;
  const state = journal.state();
  const task = theTask(state, step.task);
  const place = recorded(task.worktree, "worktree");
  const standing = await workspace.worktree(place, context.signal);
  if (!standing) throw lostWorktree(task.id);
  const worktree = keptAside(standing, async () => {
    const setup = setUpInForce(journal.state());
    return setup ? workspace.kept(place, setup) : { paths: [], isBeside: false };
  });
  const name = threadOf(task);
  await converse(context, {
    name,
    purpose: "coding",
    charter: await charterOf(context, name, () => newCharter(context)),
    asks: state.session.policy.asks.coding,
    escalate: "coding",
    opening: openingOf(state, step, name),
    tools: codingTools,
    terminal: {
      ...done,
      check: (handed, at) => [...done.check(handed, at), ...doneFaults(at, name, handed)],
      verify: (handed) => doneGate(context, { id: task.id, thread: name }, worktree, handed),
    },
    hands: {
      files: worktree,
      worktree,
      diff: undefined,
      // A person may have taken commands away since the thread was opened with them.
      commands: mayRunCommands(state.session.policy)
        ? commandsOf(context, {
            worktree: place,
            base: recorded(task.base, "base"),
            thread: name,
          })
        : undefined,
    },
    gate: async (intended) => {
      const base = recorded(task.base, "base");
      const inBase = (paths: readonly string[]) => workspace.texts(base, paths, context.signal);
      return gateOf(journal.state().session.policy, intended, inBase);
    },
    written: leftOutTeller(context, () => theTask(journal.state(), step.task)),
    pausing: (_, at) => asking(context, theTask(at, step.task), at),
    endings: {
      failed: `${step.seat} did not finish ${step.task}`,
      done: (handed, at, missing) => [handedIn(theTask(at, step.task), handed, missing)],
      ...authorEndings(step.task, name),
    },
  });
}

async function newCharter(context: StepContext): Promise<Blob> {
  const { session } = context.journal.state();
  return floorCharter(context, "coding.md", codingSpecs(session, await context.workspace.sandbox()));
}

function openingOf(state: State, step: Coding, thread: string): string {
  const task = theTask(state, step.task);
  const { feedback = "", feedbackAt, givenAt, returns, review, ownPlan, commit, wrote } = task;
  const last = threadNamed(state, thread)?.loops.at(-1);
  const brief = authorBrief(state, task);
  const todos = todoWords(task);
  const list = todos === "" ? "" : `\n\n${todos}\n\n`;
  if (!last && feedback === "") return `${brief}${learnedWords(task)}${list || " "}Begin.`;
  if (!last && ownPlan?.agreed && commit === undefined && isEmpty(wrote))
    return `${brief}${learnedWords(task)}\n\n${quoted(feedback)}${list || "\n\n"}Begin.`;
  if (!last && givenAt === feedbackAt)
    return `${brief}${learnedWords(task)}\n${quoted(feedback)}${list || "\n"}Go on from there, then call ${done.name}.`;
  const back = [...new Set([...returns.slice(-1).map((one) => one.words), feedback])].join("\n");
  if (!last)
    return `${brief}${list || " "}Another engineer worked on this task before you, and your worktree holds what was left. This came back last:\n${quoted(back)}\nGo on from there, then call ${done.name}.`;
  if (
    last.closed === "done" ||
    last.closed === "blocked" ||
    (feedbackAt > last.seq && !isLimit(last.closed))
  ) {
    const usual = givenAt === feedbackAt ? "Read that before you go on." : "Mend it.";
    const how = review && returns.at(-1)?.trigger === "changes" ? howToAnswer : usual;
    return `Your task is back with you:\n${quoted(feedback)}\n${how} Then call ${done.name} again.`;
  }
  const error = state.failures[step.key]?.error ?? feedback;
  return `You were stopped before you were done${error === "" ? "." : `: ${hanging(error)}`}\nGo on where you left off, then call ${done.name}.`;
}

/** Whether a loop ended without a result of its author. */
function isLimit(closed: OutcomeKind | undefined): boolean {
  switch (closed) {
    case "no-tool-twice":
    case "iteration-limit":
    case "max-iterations":
    case "invalid-result":
      return true;
    default:
      return false;
  }
}

function threadOf({ id, attempt }: Task): string {
  return `coding/${id}.${attempt}`;
}

function handedIn(
  task: Task,
  { summary = "", answers, satisfied }: Handed,
  missing: readonly string[] | undefined,
): Draft {
  if (satisfied !== undefined) return claimed(task, satisfied, missing);
  return moveTask(task, "done", summary, { summary, ...(answers && { answers: [...answers] }) });
}

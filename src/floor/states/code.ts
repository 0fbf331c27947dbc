import type { Step } from "../../core/decide/step.ts";
import type { Draft } from "../../core/facts/fact.ts";
import type { FindingAnswer } from "../../core/facts/finding-schema.ts";
import type { OutcomeKind } from "../../core/facts/loop-schema.ts";
import { writeWords } from "../../core/permits/write-words.ts";
import { limitTask, moveTask } from "../../core/rules/move-task.ts";
import { requeueTask } from "../../core/rules/trouble/requeue-task.ts";
import { setUpInForce } from "../../core/state/baseline.ts";
import type { State } from "../../core/state/state.ts";
import type { Task } from "../../core/state/task.ts";
import { threadNamed } from "../../core/state/threads.ts";
import type { Blob } from "../../core/terms/ids.ts";
import { mayRunCommands } from "../../core/terms/policy.ts";
import { pathList } from "../../core/text/path-list.ts";
import { hanging, quoted } from "../../core/text/quoted.ts";
import { keptAside } from "../../core/work/kept-aside.ts";
import type { StepContext } from "../../core/work/step-context.ts";
import { loadCharter } from "../../loop/load-charter.ts";
import { openLoop } from "../../loop/open-loop.ts";
import { failureWords, type Outcome } from "../../loop/outcome.ts";
import { runToolLoop } from "../../loop/run-tool-loop.ts";
import { stepFailed } from "../../loop/step-failed.ts";
import { done } from "../../tools/ends/done.ts";
import { commandsOf } from "../commands/commands.ts";
import { unapprovedOf } from "../commit/commit-gate.ts";
import { gateOf } from "../commit/gate.ts";
import { willHold } from "../commit/will-hold.ts";
import { floorCharter } from "../floor-charter.ts";
import { codingSpecs, codingTools } from "../floor-tools.ts";
import { toldToAuthor } from "../left-out.ts";
import { lostWorktree, unlessLost } from "../lose-work.ts";
import { leftMarkers } from "../merge/left-markers.ts";
import { asking } from "../questions/asking.ts";
import { howToAnswer } from "../review/findings.ts";
import { askedBefore, taskBrief } from "../task-brief.ts";
import { recorded, theTask } from "../the-task.ts";
import { doneFaults } from "./done-faults.ts";

type Coding = Extract<Step, { kind: "coding" }>;
type Finished = { readonly summary: string; readonly answers?: readonly FindingAnswer[] };

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
  const charter = threadNamed(state, name)?.charter ?? (await newCharter(context));
  const { coding: asks } = state.session.policy.asks;
  const loop = await openLoop(context, {
    name,
    terminal: done.name,
    asks,
    escalate: { key: "coding", ...(asks > 2 && { soft: asks - 2 }), hard: asks },
    textEnds: false,
    thread: { type: "thread.opened", name, seat: step.seat, purpose: "coding", task: task.id, charter },
    opening: openingOf(state, step, name),
  });
  const rules = await loadCharter(context, name);
  await runToolLoop({
    loop,
    context,
    charter: rules,
    tools: codingTools.filter((tool) => rules.tools.some((offered) => offered.name === tool.name)),
    terminal: {
      ...done,
      check: (handed, at) => doneFaults(at, name, handed),
      verify: async ({ blocked }, { commands }) => {
        const { conflicts = [] } = theTask(journal.state(), task.id);
        const left = blocked ? [] : await leftMarkers(worktree, conflicts);
        if (left.length > 0)
          return [
            `Both sides of a conflict still stand between markers (<<<<<<<, >>>>>>>) in ${pathList(left)}. Write what should be there, with both intents, and without the markers.`,
          ];
        const changes = await commands?.changes();
        if (!changes) return [];
        if (changes.problem !== undefined) return changes.problem.split("\n");
        const asks = await unapprovedOf(changes, theTask(journal.state(), task.id), worktree, context.hash);
        return { note: willHold({ ...changes, asks }) };
      },
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
    written: (paths) => toldToAuthor(context, theTask(journal.state(), step.task), paths),
    pausing: (_, at) => asking(context, theTask(at, step.task), at),
    closing: (outcome, at) => ending(step, outcome, at),
  });
}

async function newCharter(context: StepContext): Promise<Blob> {
  const { session } = context.journal.state();
  return floorCharter(context, "coding.md", codingSpecs(session, await context.workspace.sandbox()));
}

function openingOf(state: State, step: Coding, thread: string): string {
  const task = theTask(state, step.task);
  const { plan, owner, feedback = "", feedbackAt, givenAt, returns, learned = [] } = task;
  const last = threadNamed(state, thread)?.loops.at(-1);
  const rules = writeWords(state.session.policy);
  const asked = [taskBrief(plan, state), askedBefore(task)].filter((part) => part !== "").join("\n\n");
  const brief = `${asked}\n\nYou are ${owner}. Your worktree is yours alone. ${rules}`;
  if (!last && feedback === "") return `${brief}${learnedWords(learned)} Begin.`;
  if (!last && givenAt === feedbackAt)
    return `${brief}${learnedWords(learned)}\n${quoted(feedback)}\nGo on from there, then call ${done.name}.`;
  const back = [...new Set([...returns.slice(-1).map((one) => one.words), feedback])].join("\n");
  if (!last)
    return `${brief} Another engineer worked on this task before you, and your worktree holds what was left. This came back last:\n${quoted(back)}\nGo on from there, then call ${done.name}.`;
  if (
    last.closed === "done" ||
    last.closed === "blocked" ||
    (feedbackAt > last.seq && !isLimit(last.closed))
  ) {
    const usual = givenAt === feedbackAt ? "Read that before you go on." : "Mend it.";
    const how = returns.at(-1)?.trigger === "changes" ? howToAnswer : usual;
    return `Your task is back with you:\n${quoted(feedback)}\n${how} Then call ${done.name} again.`;
  }
  const error = state.failures[step.key]?.error ?? feedback;
  return `You were stopped before you were done${error === "" ? "." : `: ${hanging(error)}`}\nGo on where you left off, then call ${done.name}.`;
}

/** What earlier attempts came to. Nothing of them is in the worktree. */
function learnedWords(learned: readonly string[]): string {
  if (learned.length === 0) return "";
  const lessons = learned.map((lesson, index) => `${index + 1}. ${hanging(lesson)}`).join("\n");
  return ` Nothing of the earlier attempts at this task is in your worktree, but this was learned in them:\n${quoted(lessons)}\nDo not repeat what led nowhere.`;
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

/** The first time somebody looks at it. A conversation that goes wrong like this again is not worth going on with. */
function stumbled(task: Task, why: string, at: State): Draft {
  const before = threadNamed(at, threadOf(task))?.loops ?? [];
  const hasStumbled = before.some(({ closed }) => closed === "no-tool-twice" || closed === "invalid-result");
  return hasStumbled ? requeueTask(task, why) : limitTask(task, why);
}

function threadOf({ id, attempt }: Task): string {
  return `coding/${id}.${attempt}`;
}

function ending(step: Coding, outcome: Outcome<Finished>, at: State): readonly Draft[] {
  switch (outcome.kind) {
    case "done": {
      const { summary, answers } = outcome.value;
      const carried = { summary, ...(answers && { answers: [...answers] }) };
      return [moveTask(theTask(at, step.task), "done", summary, carried)];
    }
    case "iteration-limit":
    case "max-iterations":
      return [limitTask(theTask(at, step.task), failureWords(outcome))];
    case "no-tool-twice":
    case "invalid-result":
      return [stumbled(theTask(at, step.task), failureWords(outcome), at)];
    case "blocked": {
      const { kind, explanation } = outcome.blocked;
      const carried = { feedback: explanation, blocked: kind };
      const task = theTask(at, step.task);
      return [moveTask(task, "blocked", explanation, { ...carried, origin: task.state })];
    }
    case "model-error":
      return [stepFailed(step.key, `${step.seat} did not finish ${step.task}`, outcome)];
    case "text":
    case "paused":
    case "over-budget":
    case "stopped":
      return [];
  }
}

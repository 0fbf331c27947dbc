import type { Project } from "../../../src/app/project.ts";
import { answer } from "../../../src/app/say/answer.ts";
import { assign } from "../../../src/app/say/assign.ts";
import { cancelTasks } from "../../../src/app/say/cancel-tasks.ts";
import { retryTasks } from "../../../src/app/say/retry-tasks.ts";
import { say } from "../../../src/app/say/say.ts";
import { commentTask } from "../../../src/app/tasks/comment-task.ts";
import { giveTask } from "../../../src/app/tasks/give-task.ts";
import { hurryTask } from "../../../src/app/tasks/hurry-task.ts";
import { planHotfix } from "../../../src/app/tasks/plan-hotfix.ts";
import { wishToRevert } from "../../../src/app/tasks/revert-task.ts";
import { splitTask } from "../../../src/app/tasks/split-task.ts";
import { wishToTake } from "../../../src/app/tasks/take-task.ts";
import { unblockTask } from "../../../src/app/tasks/unblock-task.ts";
import { decide } from "../../../src/core/decide/decide.ts";
import type { Answer, Wait, WaitKind } from "../../../src/core/decide/waits/wait.ts";
import { Fault } from "../../../src/core/fault.ts";
import type { SessionFiles } from "../../../src/core/ports/sessions.ts";
import type { Task } from "../../../src/core/state/task.ts";
import { isHeld } from "../../../src/core/terms/task-machine.ts";
import { wordsOf } from "../../../src/core/views/inbox/words-of.ts";
import type { FakeSession } from "../fake-session.ts";
import type { Doom } from "../mortal.ts";
import type { EndingChances } from "./shape.ts";

/** A comment without a line reads no file. */
const nothing = {} as Project;

type Act = (session: FakeSession, task: string, chances: EndingChances) => Promise<unknown>;

/** What a person may do without being asked. */
const acts: readonly Act[] = [
  ({ journal }, task, chances) => cancelTasks(journal, [task], chances.pick(2) === 0),
  ({ journal }, task) => retryTasks(journal, [task]),
  ({ journal, state }) => say(journal, `words at ${state.head}`),
  ({ journal }, task) => assign(journal, { kind: "hand", pairs: [[task, "ada"]] }),
  ({ journal }) => assign(journal, { kind: "auto" }),
  ({ journal }, task) => splitTask(journal, task, ""),
  ({ journal, state }, task) =>
    commentTask(nothing, { id: "s", journal } as SessionFiles, task, { words: `words at ${state.head}` }),
  ({ journal }, task) => hurryTask(journal, task),
  ({ journal, state }, task) => unblockTask(journal, task, `words at ${state.head}`),
  ({ journal }, task, chances) => wishToRevert(journal, task, chances.pick(2) === 0),
  revertsLanded,
  revertsLanded,
  ({ journal, state }) => planHotfix(journal, { title: `Mend it, at ${state.head}`, brief: "" }),
  takes,
  takes,
  takes,
];

/** The person wants something back out that has landed, whatever builds on it. */
async function revertsLanded(
  { journal, state }: FakeSession,
  _: string,
  chances: EndingChances,
): Promise<void> {
  const landed = Object.values(state.tasks).filter((task) => task.landed);
  const one = landed[chances.pick(Math.max(1, landed.length))];
  if (one) await wishToRevert(journal, one.id, true);
}

/** The person takes it over, or gives back what they have. */
async function takes(session: FakeSession, id: string, chances: EndingChances): Promise<void> {
  const task = session.state.tasks[id];
  if (task && isHeld(task.state)) await gives(session, task, chances);
  else if (task) await wishToTake(session.journal, task);
}

/** They wrote something, or nothing; it goes back to its engineer, or is handed in. */
async function gives(
  session: FakeSession,
  { id, worktree = "" }: Task,
  chances: EndingChances,
): Promise<void> {
  const { journal, state, world } = session;
  const files = world.worktrees.get(worktree) ?? new Map<string, string>();
  if (chances.pick(3) > 0) files.set(`hand-${id}.txt`, `${state.head}\n`);
  for (const [path, text] of files)
    if (text.startsWith("<<<<<<<")) files.set(path, `both, at ${state.head}\n`);
  const project = { openWorkspace: () => world.open(state.fence) } as unknown as Project; // all that giving uses of it
  const giving = { isDone: chances.pick(2) === 1, words: `words at ${state.head}` };
  await giveTask(project, { id: "s", journal } as SessionFiles, id, giving);
}

/** What brings it on its way, where more than one answer is offered. */
const good: Partial<Readonly<Record<WaitKind, readonly Answer[]>>> = {
  task: [{ kind: "continue" }, { kind: "redirect", words: "Differently." }],
  baseline: [{ kind: "tolerate" }],
  layer: [{ kind: "onward" }],
  split: [{ kind: "split" }],
  question: [{ kind: "tell", words: "This one." }],
  ship: [{ kind: "ship", onto: "out", how: "branch" }],
};

/** The one person, until the runner has left or was shot. Does not return while the runner is there. */
export async function randomPerson(
  session: FakeSession,
  chances: EndingChances,
  { doom, over, gone }: { doom: Doom; over: AbortController; gone: AbortSignal },
): Promise<undefined> {
  const { journal } = session;
  while (!gone.aborted) {
    if (doom.dead) return undefined;
    const { head, tasks } = session.state;
    // A person who is told no with the last of the chances tries once more, when all goes well.
    const isSettled = chances.spent;
    const { waits, ending } = decide(session.state, session.clock.now());
    const act = chances.pick(70);
    const ids = Object.keys(tasks);
    if (act > 0 && act <= acts.length)
      await acts[act - 1]?.(session, ids[chances.pick(ids.length)] ?? "t1", chances).catch(refused);
    if (act === 68) over.abort();
    if (act === 69) void doom.reach("within", "shot");
    const [wait] = waits;
    if (wait && (ending !== undefined || chances.pick(3) === 0)) await settle(session, wait, chances);
    if (session.state.head > head) continue;
    const seen = new AbortController();
    const moved = journal.moved(head, AbortSignal.any([gone, seen.signal]));
    await Promise.race([moved, doom.died, ...(isSettled ? [] : [beat()])]);
    seen.abort("seen");
  }
  return new Promise(() => {});
}

/** Any answer that is offered, or, when all goes well, the first that is taken. */
async function settle(session: FakeSession, wait: Wait, chances: EndingChances): Promise<void> {
  const held = wait.kind === "task" && wait.why === "held" ? session.state.tasks[wait.task] : undefined;
  if (held && (chances.spent || chances.pick(4) > 0)) return gives(session, held, chances).catch(refused);
  const offered = wordsOf(wait).offers.flatMap((offer) => ("answer" in offer ? [offer.answer] : []));
  const random = chances.spent ? [] : offered.slice(chances.pick(offered.length));
  for (const given of [...random, ...(good[wait.kind] ?? []), ...offered]) {
    const { head } = session.state;
    await answer(session.journal, wait.id, given, session.clock.now()).catch(refused);
    if (session.state.head > head) return;
  }
  // No answer helps with a task that they have but to give it back.
  if (held) await gives(session, held, chances).catch(refused);
}

/** A person is told no when they come too late. Anything else is a bug. */
function refused(error: unknown): void {
  if (!(error instanceof Fault)) throw error;
}

function beat(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

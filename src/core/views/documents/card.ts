import { decide } from "../../decide/decide.ts";
import type { ProcessName } from "../../ports/processes.ts";
import type { SessionCard } from "../../ports/session-card.ts";
import type { Runner } from "../../state/session.ts";
import type { State } from "../../state/state.ts";
import { tasksInOrder } from "../../state/tasks-in-order.ts";
import { isWithoutTalk } from "../../terms/policy.ts";
import { isCancelled, isDone } from "../../terms/task-machine.ts";

export function cardOf(state: State): SessionCard {
  const { session, stage, accounts, money, runner } = state;
  const { tokens, micros } = accounts.session?.spent ?? { tokens: 0, micros: 0 };
  const tasks = tasksInOrder(state).filter((task) => !isCancelled(task.state));
  // What waits for a person depends on the time only where a time was recorded.
  const { waits, wakeAt } = decide(state, state.headAt);
  return {
    opened: session.opened > 0,
    kind: session.kind,
    title: session.title,
    openedAt: session.openedAt,
    lastAt: state.headAt,
    events: state.head,
    turns: state.turns,
    ...(stage && { phase: stage.phase }),
    ...(isWithoutTalk(session.policy) && { small: true as const }),
    ...(tasks.length > 0 && {
      tasks: { done: tasks.filter((task) => isDone(task.state)).length, all: tasks.length },
    }),
    ...(session.ending && { over: session.ending.why }),
    waits: waits.map(({ id, kind, since }) => ({ id, kind, since })),
    ...(wakeAt !== undefined && { wakeAt }),
    spent: { requests: money.asked, tokens, micros },
    ...(runner && runner.stopped === undefined && { runner: processOf(runner) }),
    ...(session.from !== undefined && { from: session.from }),
    hasBrief: state.accepted.brief !== undefined,
    promoted: session.promoted ?? [],
  };
}

function processOf({ host, pid, startedAt }: Runner): ProcessName {
  return { host, pid, startedAt };
}

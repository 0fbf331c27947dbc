import { decide } from "../../decide/decide.ts";
import { emptyAccount } from "../../rules/accounts.ts";
import { capOf } from "../../rules/budget.ts";
import type { Account } from "../../state/money.ts";
import type { State } from "../../state/state.ts";
import type { Instant, SeatId, TaskId, WaitId } from "../../terms/ids.ts";
import type { Phase } from "../../terms/phase.ts";
import { type Cap, isRehearsal } from "../../terms/policy.ts";
import { isDone, isFailed, isOver } from "../../terms/task-machine.ts";
import { wordsOf } from "../inbox/words-of.ts";
import type { Live } from "./live.ts";
import { doingNow, isTalkThread } from "./task-doing.ts";

/** How a run comes along, at a glance. */
export interface Progress {
  readonly phase?: Phase;
  /** In a talk: the turns of engineers that have ended in this phase, and how many it may have. */
  readonly turns?: { readonly done: number; readonly of: number };
  readonly tasks?: { readonly landed: number; readonly of: number; readonly failed: number };
  /** Who does what, since when. */
  readonly busy: readonly Busy[];
  /** Since the runner of now started. */
  readonly elapsedMs?: number;
  readonly spent: Account;
  /** What the session may spend, with what was granted. Left out: nothing limits it. */
  readonly budget?: Cap;
  /** A scripted team costs nothing. */
  readonly scripted: boolean;
  readonly waits: readonly { readonly id: WaitId; readonly title: string }[];
}

export interface Busy {
  /** Left out: Huddle itself. */
  readonly who?: SeatId;
  readonly task?: TaskId;
  readonly does: string;
  readonly since?: Instant;
  readonly until?: Instant;
  /** The newest line that its command or its checks have printed. */
  readonly printed?: string;
  /** It waits, and does nothing until then. */
  readonly rests?: true;
}

export function progressOf(state: State, live: Live, now: Instant): Progress {
  const { session, stage } = state;
  const budget = capOf(state, "session");
  const tasks = Object.values(state.tasks);
  const inBuild = stage?.phase === "implementation";
  return {
    ...(stage && { phase: stage.phase }),
    ...(stage && !inBuild && { turns: { done: stage.turns, of: stage.limit } }),
    ...(tasks.length > 0 && {
      tasks: {
        landed: tasks.filter((task) => isDone(task.state)).length,
        of: tasks.filter((task) => isDone(task.state) || !isOver(task.state)).length,
        failed: tasks.filter((task) => isFailed(task.state)).length,
      },
    }),
    busy: [...talking(live), ...building(state, live)],
    ...(live.runsSince !== undefined && {
      elapsedMs: Math.max(0, Date.parse(now) - Date.parse(live.runsSince)),
    }),
    spent: state.accounts.session ?? emptyAccount,
    ...(budget && { budget }),
    scripted: isRehearsal(session.seats),
    waits: decide(state, now).waits.map((wait) => ({ id: wait.id, title: wordsOf(wait).title })),
  };
}

function talking({ words }: Live): readonly Busy[] {
  return Object.entries(words)
    .filter(([thread]) => isTalkThread(thread))
    .map(([, { seat, since, until, held, tool, text }]) => ({
      who: seat,
      does: held === undefined ? doingIn(tool, text) : `waits: ${held}`,
      ...(since !== undefined && { since }),
      ...(until !== undefined && { until }),
      ...(held !== undefined && { rests: true as const }),
    }));
}

function doingIn(tool: string | undefined, text: string): string {
  if (tool !== undefined) return `calls ${tool}`;
  return text.trim() === "" ? "thinks" : "speaks";
}

function building(state: State, live: Live): readonly Busy[] {
  return doingNow(state, live).map(({ task, who, words, since, until, printed, speaking, rests }) => {
    const asked = speaking?.since ?? since;
    const held = speaking?.held;
    return {
      ...(who !== undefined && { who }),
      task,
      does: held === undefined ? words : `waits: ${held}`,
      ...(asked !== undefined && { since: asked }),
      ...((speaking?.until ?? until) !== undefined && { until: speaking?.until ?? until }),
      ...(printed !== undefined && { printed }),
      ...((rests || held !== undefined) && { rests: true as const }),
    };
  });
}

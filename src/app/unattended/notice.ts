import { decide } from "../../core/decide/decide.ts";
import type { State } from "../../core/state/state.ts";
import type { Instant } from "../../core/terms/ids.ts";
import { oneLine } from "../../core/text/one-line.ts";
import { type InboxItem, inboxOf } from "../../core/views/inbox/inbox.ts";
import type { Verdict } from "../../core/views/verdict/verdict.ts";

/** What the person's own command is told: that they are needed while a run goes on, or that it has ended. */
export interface Notice {
  readonly event: "needed" | "ended";
  readonly session: string;
  readonly title: string;
  /** The same in one line, for a screen. */
  readonly text: string;
  readonly waits: readonly Pick<InboxItem, "id" | "escalation" | "answers">[];
  /** At the end only. */
  readonly exit?: number;
  readonly verdict?: Verdict;
}

/** Whether a person is needed while the run goes on. At its end another notice says what waits. */
export function isNeeded(state: State, now: Instant, lingers: boolean): boolean {
  if (state.session.opened === 0 || state.session.ending) return false;
  const { waits, ending } = decide(state, now);
  return (
    waits.length > 0 &&
    (ending === undefined || lingers || (ending.kind === "waiting" && ending.endsBy !== undefined))
  );
}

export function neededNotice(session: string, state: State, now: Instant): Notice {
  const items = inboxOf(state, now);
  const { title } = state.session;
  return {
    event: "needed",
    session,
    title,
    text: textOf(title, items[0]?.title ?? ""),
    waits: items.map(shown),
  };
}

export function endedNotice(session: string, state: State, verdict: Verdict, now: Instant): Notice {
  const items = inboxOf(state, now);
  const { title } = state.session;
  const text = textOf(title, items[0]?.title ?? verdict.ended.why);
  return { event: "ended", session, title, text, waits: items.map(shown), exit: verdict.exit, verdict };
}

function shown({ id, escalation, answers }: InboxItem): Notice["waits"][number] {
  return { id, escalation, answers };
}

function textOf(title: string, words: string): string {
  return oneLine(`${title}: ${words}`);
}

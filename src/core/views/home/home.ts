import { isOver, type ListedSession } from "../documents/session-rows.ts";
import { type Lead, leadOf } from "../next/lead.ts";
import type { Whereabouts } from "../next/whereabouts.ts";
import { checklistOf, type ReadyStep } from "./checklist.ts";

/** Where a person stands, and every session there. */
export interface Home {
  /** Left out: something keeps it from being found out. */
  readonly at?: Whereabouts;
  /** What that is, in words. */
  readonly trouble?: string;
  readonly sessions: readonly ListedSession[];
}

export type HomeGroup = "Needs you" | "Iterations" | "Small work" | "Groomings" | "Over";

/** What a person can do with a session from here. */
export type HomeAct =
  | "open"
  /** Starts an iteration from the brief of a grooming, or has the coach write one first. */
  | "promote"
  /** Goes on with a session that is over. */
  | "reopen"
  | "drop";

/** One thing that can be selected. */
export type HomeEntry =
  | { readonly kind: "trouble"; readonly text: string }
  | {
      readonly kind: "ready";
      readonly lead: Lead;
      /** Empty: the first hour is over. */
      readonly steps: readonly ReadyStep[];
    }
  | {
      readonly kind: "session";
      readonly group: HomeGroup;
      readonly session: ListedSession;
      readonly acts: readonly HomeAct[];
    };

/** In the order of the screen: what is missing first, then what needs the person. */
export function homeEntries({ at, trouble, sessions }: Home): readonly HomeEntry[] {
  const listed = sessions.map((session) => ({
    kind: "session" as const,
    group: groupOf(session),
    session,
    acts: actsOf(session),
  }));
  const inOrder = groups.flatMap((group) => listed.filter((one) => one.group === group));
  if (trouble !== undefined) return [{ kind: "trouble", text: trouble }, ...inOrder];
  if (at === undefined || at.kind === "open" || at.kind === "needs-you") return inOrder;
  return [{ kind: "ready", lead: leadOf(at), steps: checklistOf(at, sessions.length > 0) }, ...inOrder];
}

const groups: readonly HomeGroup[] = ["Needs you", "Iterations", "Small work", "Groomings", "Over"];

function groupOf(one: ListedSession): HomeGroup {
  if ("unreadable" in one) return "Needs you";
  if (isOver(one)) return "Over";
  if (one.needs.length > 0) return "Needs you";
  if (one.kind === "grooming") return "Groomings";
  return one.small ? "Small work" : "Iterations";
}

function actsOf(one: ListedSession): readonly HomeAct[] {
  if ("unreadable" in one || !one.began) return ["drop"];
  if (one.over !== undefined) return ["open", "reopen", "drop"];
  return one.kind === "grooming" ? ["open", "promote", "drop"] : ["open", "drop"];
}

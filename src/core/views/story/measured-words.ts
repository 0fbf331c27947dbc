import type { EventOf } from "../../facts/events.ts";

/** Where checks ran whose results a session took over. */
export function measuredWords({ session }: NonNullable<EventOf<"checks.finished">["measured"]>): string {
  return session === undefined ? "by huddle init" : `in the session ${session}`;
}

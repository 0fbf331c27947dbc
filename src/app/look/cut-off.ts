import type { SessionFiles } from "../../core/ports/sessions.ts";

/** What a person is told when the end of a log was cut off. Undefined: nothing shows that it was. */
export function cutOffWords({
  eventsOnceKnown: once,
  journal,
}: Pick<SessionFiles, "eventsOnceKnown" | "journal">): string | undefined {
  return once === undefined ? undefined : cutOff(journal.state().head, once);
}

export function cutOff(events: number, once: number): string {
  return `The end of the log was cut off: it holds ${events} events and once held ${once}. Restore it from a backup; otherwise the team does again what is no longer recorded.`;
}

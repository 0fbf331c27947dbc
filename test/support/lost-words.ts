import type { EventOf } from "../../src/core/facts/events.ts";
import type { Fact } from "../../src/core/facts/fact.ts";

const looking = ["read_file", "list_files", "search_code"];

/**
 * Words that a member said in a discussion for everybody and that no message of its turn has. Words beside calls that
 * only look at the code are for nobody, and what came when its turn was no longer wanted has no consequences.
 */
export function lostWords(facts: readonly Fact[]): readonly string[] {
  const opened = facts.flatMap(({ seq, event }) =>
    event.type === "loop.opened" && isTalk(event.thread) ? [{ id: `l${seq}`, event }] : [],
  );
  return opened.flatMap(({ id, event }) => {
    const closed = facts.find((fact) => fact.event.type === "loop.closed" && fact.event.loop === id);
    if (closed?.event.type !== "loop.closed" || closed.event.outcome === "stopped") return [];
    const posted = facts.flatMap((fact) =>
      fact.event.type === "message.posted" && fact.event.thread === event.thread ? [fact.event.text] : [],
    );
    const ended = event.textEnds ? () => true : endsBy(closed.event);
    return facts
      .flatMap((fact) => (fact.event.type === "model.replied" && fact.event.loop === id ? [fact] : []))
      .filter(({ seq, event: reply }) => reply.type === "model.replied" && ended(seq) && isMeant(reply))
      .flatMap(({ event: reply }) => (reply.type === "model.replied" ? [reply.text.trim()] : []))
      .filter((text) => !posted.some((one) => one.includes(text)))
      .map((text) => `${event.thread}: ${text}`);
  });
}

function isTalk(thread: string): boolean {
  return !/^(coding|review)\//.test(thread);
}

/** Where only a tool ends a thread, the words beside the call that ended it count. */
function endsBy({ outcome, cites }: EventOf<"loop.closed">): (seq: number) => boolean {
  return (seq) => outcome === "done" && cites?.startsWith(`c${seq}_`) === true;
}

function isMeant({ text, calls, finish }: EventOf<"model.replied">): boolean {
  const looksOnly = calls.length > 0 && calls.every(({ tool }) => looking.includes(tool));
  return text.trim() !== "" && finish !== "length" && !looksOnly;
}

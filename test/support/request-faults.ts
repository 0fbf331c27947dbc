import type { Request } from "../../src/core/ports/request.ts";
import type { Entry } from "../../src/core/state/session.ts";
import type { State } from "../../src/core/state/state.ts";
import type { Thread } from "../../src/core/state/thread.ts";
import { at, toArray } from "../../src/core/text/appended.ts";

/** What is wrong with a request, whatever the session came to: the order of its messages, and words that it lacks. */
export function requestFaults(state: State, name: string, request: Request): readonly string[] {
  const { messages } = request;
  const faults: string[] = [];
  if (messages[0]?.role !== "user") faults.push("it does not begin with the person's side");
  if (messages.at(-1)?.role === "assistant") faults.push("it ends with the model's own words");
  messages.forEach(({ role }, index) => {
    if (role === messages[index - 1]?.role) faults.push(`two of ${role} in a row`);
  });
  const names = request.tools.map((tool) => tool.name);
  if (request.demand !== undefined && !names.includes(request.demand))
    faults.push(`it demands ${request.demand}, which it does not offer`);
  const thread = state.threads.find((one) => one.name === name);
  if (!thread) return faults;
  const text = JSON.stringify(messages);
  const lost = wordsFor(state, thread).filter((ways) => !ways.some((words) => text.includes(words)));
  return [...faults, ...lost.map(([words]) => `it lacks what the person said: ${words}`)];
}

/**
 * The first line of all that a person said in the phase, or since the task's talk began, before the newest request, in
 * the ways in which it may be told: an answer about this very task stands in its opening.
 */
function wordsFor(state: State, thread: Thread): readonly (readonly string[])[] {
  const asks = thread.loops.at(-1)?.asks;
  const askedAt = (asks && at(asks, -1)?.askedAt) ?? 0;
  const isOwn = ({ answers }: Entry) => thread.loops.some((loop) => loop.id === answers);
  return toArray(state.transcript, thread.talkFrom ?? state.stage?.from ?? 0)
    .filter(({ task }) => task === undefined || task === thread.task)
    .filter((entry) => entry.actor === "human" && entry.seq < askedAt && !isOwn(entry))
    .map(firstLines);
}

function firstLines({ seq, text, answered }: Entry): readonly string[] {
  const [line = ""] = (answered?.answer ?? text).split("\n");
  return answered
    ? [`[product manager m${seq} answers] ${line}`, `The product manager answered: ${line}`]
    : [line];
}

import { toArray } from "../appended.ts";
import { defaultOutput } from "../defaults.ts";
import type { LoopId } from "../ids.ts";
import { asksAllowed, asksAnswered } from "../loop-limits.ts";
import type { Seat } from "../policy.ts";
import type { Message, Request } from "../request.ts";
import type { Ask, Entry, Loop, State, Thread } from "../state.ts";
import { threadOfLoop } from "../threads.ts";
import { type Charter, decisionText } from "./charter.ts";
import { cutFrom } from "./cut.ts";
import { suffixText } from "./suffix.ts";

/** Raised whenever the same state would give other bytes, so that an old hash is never compared with new rendering. */
export const rendererVersion = 3;

/**
 * What a model is sent next in this loop: a pure function of the log before it and of the charter it cites.
 * Order: tools, charter, transcript up to the thread's start, suffix, then the thread's own asks and results with the
 * words a person said meanwhile. Nothing already sent changes, so that it can be cached.
 */
export function renderRequest(state: State, id: LoopId, charter: Charter): Request {
  const thread = threadOfLoop(state, id);
  const loop = thread?.loops.find((one) => one.id === id);
  const seat = state.session.seats.find((one) => one.id === thread?.seat);
  if (!thread || !loop || !seat) throw new Error(`no open loop ${id}`);
  const last = isLastAsk(loop);
  const ending = last ? [user([`This is your last request here. ${lastWords(loop, seat)}`])] : [];
  return {
    model: seat.model,
    tools: seat.textOnly ? [] : charter.tools,
    system: charter.system,
    messages: [...said(opening(state, thread, charter)), ...conversation(state, thread), ...ending],
    maxOutput: (state.session.policy.output ?? defaultOutput)[
      thread.purpose === "coach" ? "turn" : thread.purpose
    ],
    ...(last && !loop.textEnds && !seat.textOnly && { demand: loop.terminal }),
  };
}

/** Where words are a way to end, whoever used up the rest by reading must still be able to speak. */
function lastWords(loop: Loop, seat: Seat): string {
  if (seat.textOnly) return "Say now what you have to say.";
  return loop.textEnds
    ? `Use no other tool: say now what you have to say, or call ${loop.terminal}.`
    : `Call ${loop.terminal} now.`;
}

function isLastAsk(loop: Loop): boolean {
  return asksAnswered(loop) >= asksAllowed(loop) - 1;
}

function opening(state: State, thread: Thread, charter: Charter): readonly string[] {
  const { stage } = state;
  const before = stage ? toArray(state.transcript, stage.from).slice(0, thread.from - stage.from) : [];
  // What reaches over from the phase before is a person's words alone, never its chatter.
  const entries = before.filter((entry) => entry.actor === "human" || entry.seq > (stage?.since ?? 0));
  if (thread.task !== undefined)
    return cutFrom(entries.filter((entry) => entry.actor === "human")).map(entryText);
  const decided = toArray(state.ledger).filter(
    (one) => one.seq > (stage?.since ?? 0) && one.seq < thread.openedAt,
  );
  const talk = cutFrom(entries).map((entry) => ({ seq: entry.seq, text: entryText(entry) }));
  const ledger = decided.map((one) => ({ seq: one.seq, text: `[recorded] ${decisionText(one).slice(2)}` }));
  const blocks = [...talk, ...ledger].sort((a, b) => a.seq - b.seq).map((block) => block.text);
  return [stage?.kickoff ?? "", ...blocks, suffixText(state, thread, charter)];
}

/** The thread's loops one after the other; a person's words stand where they were said, never before what was sent. */
function conversation(state: State, thread: Thread): readonly Message[] {
  const words = toArray(state.transcript, thread.from).filter((entry) => concerns(entry, thread));
  const messages: Message[] = [];
  let next = 0;
  for (const loop of thread.loops) {
    if (loop.opening !== undefined) {
      hear(loop.seq);
      messages.push(user([loop.opening]));
    }
    for (const ask of toArray(loop.asks)) {
      if (!ask.reply) continue;
      hear(ask.askedAt);
      messages.push(...exchange(ask));
    }
  }
  hear(Number.POSITIVE_INFINITY);
  return messages;

  function hear(before: number): void {
    const heard: string[] = [];
    for (let word = words[next]; word && word.seq <= before; word = words[++next])
      heard.push(entryText(word));
    messages.push(...said(heard));
  }
}

function exchange(ask: Ask): readonly Message[] {
  if (!ask.reply) return [];
  const { text, calls, opaque } = ask.reply;
  const results = calls.flatMap((call) =>
    call.settled ? [{ id: call.id, text: call.settled.text, failed: call.settled.failed }] : [],
  );
  return [
    {
      role: "assistant",
      text,
      calls: calls.map((call) => ({ id: call.id, tool: call.tool, input: call.input })),
      ...(opaque !== undefined && { opaque }),
    },
    ...(results.length > 0 ? [{ role: "tool" as const, results }] : []),
    ...(ask.nudges ? [user(ask.nudges.map((nudge) => nudge.text))] : []),
  ];
}

/** Words that came after the thread began and were not its own, nor the answer that its call already has. */
function concerns(entry: Entry, thread: Thread): boolean {
  return entry.actor === "human" && !thread.loops.some((loop) => loop.id === entry.answers);
}

function entryText(entry: Entry): string {
  const speaker = entry.actor === "human" ? "product manager" : entry.actor;
  const to = entry.to && entry.to.length > 0 ? ` to ${entry.to.join(", ")}` : "";
  return `[${speaker}${to}] ${entry.text}`;
}

/** Nothing said is no message: providers refuse empty ones. */
function said(blocks: readonly string[]): readonly Message[] {
  return blocks.length > 0 ? [user(blocks)] : [];
}

function user(blocks: readonly string[]): Message {
  return { role: "user", blocks };
}

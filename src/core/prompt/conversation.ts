import type { Message } from "../ports/request.ts";
import type { State } from "../state/state.ts";
import type { Thread } from "../state/thread.ts";
import { toArray } from "../text/appended.ts";
import { shorten } from "../text/shorten.ts";
import { exchange, exchangeSize, exchangeStub } from "./exchange.ts";
import { cutIndex, newestWithin } from "./fit/cut.ts";
import { fullRoom } from "./fit/room.ts";
import { heardIn } from "./heard-in.ts";
import { type Line, labelled, sizeWithin, within } from "./transcript-line.ts";

/** One thing that happened in a thread, and its short form once it is old. */
interface Happening {
  readonly size: number;
  readonly kind: "opening" | "words" | "exchange";
  whole(): readonly Message[];
  short(): readonly Message[];
}

/** Most characters of a loop's first message: checks and reviews can be long. */
const mostOpening = 16_000;
/** What is kept of the old part: the words of others in characters, and exchanges in number. */
const living = { words: 16_000, exchanges: 100 };

/**
 * The thread's loops, one after the other. The words of others are where they were said, never before what was already
 * sent. In a long thread the oldest results become stubs, by the same rule that cuts talk.
 */
export function conversation(state: State, thread: Thread, most: number): readonly Message[] {
  const steps = stepsOf(happenings(state, thread, most));
  const start = cutIndex(steps, sizeOfAll, most);
  const all = steps.slice(start).flat();
  if (start === 0) return all.flatMap((one) => one.whole());
  const old = steps.slice(0, start).flat();
  const kept = new Set([
    ...old.filter(({ kind }) => kind === "opening"),
    ...newestWithin(
      old.filter(({ kind }) => kind === "words"),
      Math.min(living.words, most / 4),
      (one) => one.size,
    ),
    ...stubsOf(old, most),
  ]);
  return [
    ...old.filter((one) => kept.has(one)).flatMap((one) => one.short()),
    ...all.flatMap((one) => one.whole()),
  ];
}

/** The newest old exchanges. In a small window their short forms are limited by size as well. */
function stubsOf(old: readonly Happening[], most: number): readonly Happening[] {
  const newest = old.filter(({ kind }) => kind === "exchange").slice(-living.exchanges);
  if (most >= fullRoom.thread) return newest;
  return newestWithin(newest, most / 4, (one) => JSON.stringify(one.short()).length);
}

/** A reply with everything said after it. What no model has answered yet is never cut. */
function stepsOf(all: readonly Happening[]): readonly (readonly Happening[])[] {
  const steps: Happening[][] = [];
  for (const one of all) {
    const last = steps.at(-1);
    if (last && one.kind !== "exchange") last.push(one);
    else steps.push([one]);
  }
  return steps;
}

function sizeOfAll(all: readonly Happening[]): number {
  return all.reduce((sum, { size }) => sum + size, 0);
}

function happenings(state: State, thread: Thread, most: number): readonly Happening[] {
  const words = heardIn(state, thread);
  const all: Happening[] = [];
  let next = 0;
  for (const loop of thread.loops) {
    if (loop.opening !== undefined) {
      hear(loop.seq);
      all.push(opened(loop.opening, all.length === 0, most));
    }
    for (const ask of toArray(loop.asks)) {
      if (!ask.reply) continue;
      hear(ask.askedAt);
      all.push({
        kind: "exchange",
        size: exchangeSize(ask, most),
        whole: () => exchange(ask, most),
        short: () => exchangeStub(ask),
      });
    }
  }
  hear(Number.POSITIVE_INFINITY);
  return all;

  function hear(before: number): void {
    for (let word = words[next]; word && word.seq <= before; word = words[++next])
      all.push(heard(word, most));
  }
}

function heard(line: Line, room: number): Happening {
  const whole = () => [user(labelled(within(line, room)))];
  return { kind: "words", size: sizeWithin(room)(line), whole, short: whole };
}

/** The first message of a thread is its task and never shortened; later ones say what to fix. */
function opened(text: string, first: boolean, room: number): Happening {
  const most = first ? mostOpening : Math.min(mostOpening, Math.floor(room / 2));
  const whole = () => [user(shorten(text, most))];
  const short = first ? whole : () => [user(shorten(text, Math.min(1_000, most)))];
  return { kind: "opening", size: Math.min(text.length, most), whole, short };
}

function user(text: string): Message {
  return { role: "user", blocks: [text] };
}

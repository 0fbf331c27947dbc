import type { ToolSpec } from "../../ports/request.ts";
import type { State } from "../../state/state.ts";
import type { Loop, Thread } from "../../state/thread.ts";
import { defaultOutput } from "../../terms/defaults.ts";
import type { Seat } from "../../terms/policy.ts";
import { type Bound, windowOf } from "./bound.ts";

/** How much of a request its parts may take, in characters. */
export interface Room {
  /** What was said and recorded in the phase. */
  readonly talk: number;
  /** The thread's own requests and results. */
  readonly thread: number;
  /** The list holds only the tools that this speaker may use. */
  readonly ownTools: boolean;
}

/** The most that is ever sent of either, however large the window is. */
export const fullRoom = { talk: 64_000, thread: 64_000 };

/** An estimate on the safe side; code and prose have three to five characters in a token. */
const charactersPerToken = 3;
/** Characters for the kickoff, the suffix and what stands around the parts. */
const around = 2_000;
const leastPart = 800;

export interface Speaker {
  readonly thread: Thread;
  readonly loop: Loop;
  readonly seat: Seat;
}

/** What every request of the thread holds: its rules and its tools. */
export interface Fixed {
  readonly system: string;
  readonly tools: readonly ToolSpec[];
}

/**
 * The rooms to try, from the largest to the smallest. Those who share one rendering share one cut, so it follows the
 * smallest window among them. All of it is a function of the log, so the cut moves only in its rare jumps.
 */
export function roomsFor(
  state: State,
  speaker: Speaker,
  fixed: Fixed,
  { window }: Bound,
): readonly [Room, ...Room[]] {
  const { seat, thread } = speaker;
  const ownTools = hasOwnTools(state, seat, fixed.tools);
  const free = (all: number | undefined) =>
    all === undefined ? undefined : freeIn(state, all, fixed, ownTools, speaker);
  const own = free(window);
  const shared = ownTools ? own : free(smallestShared(state, fixed.tools));
  const share = thread.task === undefined ? { talk: 0.6, thread: 0.4 } : { talk: 0.25, thread: 0.75 };
  const room = (scale: number): Room => ({
    talk: part(shared, share.talk, fullRoom.talk, scale),
    thread: part(own, share.thread, fullRoom.thread, scale),
    ownTools,
  });
  return [room(1), room(1 / 2), room(1 / 4), room(1 / 8), room(1 / 16)];
}

function part(free: number | undefined, share: number, most: number, scale: number): number {
  const whole = free === undefined ? most : Math.min(most, free * share);
  return Math.max(leastPart, Math.floor(whole * scale));
}

/** A small window has no room for tools that this speaker may not use, so nothing is shared then. */
function hasOwnTools(state: State, seat: Seat, tools: readonly ToolSpec[]): boolean {
  if (seat.rendering === "perspective") return true;
  const window = windowOf(state, seat.model);
  return window !== undefined && sizeOf(tools) > (window * charactersPerToken) / 4;
}

function smallestShared(state: State, tools: readonly ToolSpec[]): number | undefined {
  const sharing = state.session.seats.filter((seat) => !hasOwnTools(state, seat, tools));
  const windows = sharing.flatMap(({ model }) => windowOf(state, model) ?? []);
  return windows.length === 0 ? undefined : Math.min(...windows);
}

function freeIn(state: State, window: number, fixed: Fixed, ownTools: boolean, { loop }: Speaker): number {
  const output = state.session.policy.output ?? defaultOutput;
  const reply = Math.min(replyIn(window), Math.max(...Object.values(output)));
  const shown = ownTools ? toolsOf(fixed.tools, loop) : fixed.tools;
  return (window - reply) * charactersPerToken - fixed.system.length - sizeOf(shown) - around;
}

/** The tools that the speaker of a loop may use. */
export function toolsOf(tools: readonly ToolSpec[], loop: Loop): readonly ToolSpec[] {
  const yours = loop.tools && new Set([...loop.tools, loop.terminal]);
  return yours ? tools.filter((tool) => yours.has(tool.name)) : tools;
}

/** Tokens of a reply in a window of this size. */
export function replyIn(window: number): number {
  return Math.floor(window / 4);
}

function sizeOf(tools: readonly ToolSpec[]): number {
  return tools.length === 0 ? 0 : JSON.stringify(tools).length;
}

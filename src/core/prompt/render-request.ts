import type { Message, Request } from "../ports/request.ts";
import type { State } from "../state/state.ts";
import type { Loop, Purpose, Thread } from "../state/thread.ts";
import { asksAllowed, asksAnswered, threadOfLoop } from "../state/threads.ts";
import { defaultOutput } from "../terms/defaults.ts";
import type { LoopId } from "../terms/ids.ts";
import type { Seat } from "../terms/policy.ts";
import { visible, visibleIn } from "../text/visible.ts";
import type { Charter } from "./charter.ts";
import { conversation } from "./conversation.ts";
import { boundOf, fits, leastReply, windowOf, withReply } from "./fit/bound.ts";
import { type Room, replyIn, roomsFor, type Speaker, toolsOf } from "./fit/room.ts";
import { perspectiveOpening, sharedOpening } from "./opening.ts";
import { inTurns } from "./role-order.ts";
import { slimTools } from "./slim-tools.ts";
import { suffixText } from "./suffix.ts";
import { talkBefore } from "./talk-before.ts";
import { TalkMemory } from "./talk-memory.ts";
import { type Line, labelled } from "./transcript-line.ts";

/**
 * Raised whenever the same state would give other bytes, so that an old hash is never compared with a new rendering.
 */
export const rendererVersion = 9;

/**
 * What a model is sent next in this loop: a pure function of the log before it and of the charter it cites. Order:
 * tools, charter, transcript up to the thread's start, suffix, then the thread's own asks and results with the
 * words of others in between. Nothing already sent changes, except in the rare jumps of the cut, so requests can be cached. The
 * memory of this log's talk saves time and changes nothing.
 */
export function renderRequest(
  state: State,
  id: LoopId,
  charter: Charter,
  memory = new TalkMemory(),
): Request {
  const thread = threadOfLoop(state, id);
  const loop = thread?.loops.find((one) => one.id === id);
  const seat = state.session.seats.find((one) => one.id === thread?.seat);
  if (!thread || !loop || !seat) throw new Error(`no open loop ${id}`);
  const speaker = { thread, loop, seat };
  const fixed = { system: charter.system, tools: slimTools(charter.tools) };
  const bound = boundOf(state, seat.model, loop) ?? {};
  const [largest, ...smaller] = roomsFor(state, speaker, fixed, bound);
  let request = inRoom(state, speaker, charter, memory, largest);
  for (const room of smaller) {
    if (fits(request, bound)) break;
    request = inRoom(state, speaker, charter, memory, room);
  }
  return withReply(request, bound);
}

/** The request whose parts take no more than this room. */
function inRoom(
  state: State,
  { thread, loop, seat }: Speaker,
  charter: Charter,
  memory: TalkMemory,
  room: Room,
): Request {
  const last = isLastAsk(loop);
  const lines = talkBefore(state, thread, memory, room.talk);
  const opening = thread.task === undefined ? talk(state, thread, charter, seat, lines) : floor(lines);
  return {
    model: seat.model,
    tools: toolsFor(seat, loop, charter, room),
    system: visible(charter.system),
    messages: inTurns([
      ...opening.messages,
      ...conversation(state, thread, room.thread),
      ...(last ? [lastWords(seat, loop)] : []),
    ]).map(shown),
    ...(opening.suffix && { suffix: opening.suffix }),
    maxOutput: outputOf(state, thread.purpose, seat),
    ...(last && !loop.textEnds && !seat.textOnly && { demand: loop.terminal }),
  };
}

/** Nothing hidden is sent, also not of a log that was written before hidden characters were kept out of it. */
function shown(message: Message): Message {
  switch (message.role) {
    case "user":
      return { ...message, blocks: message.blocks.map(visible) };
    case "assistant":
      return {
        ...message,
        text: visible(message.text),
        calls: message.calls.map((call) => ({
          ...call,
          tool: visible(call.tool),
          input: visibleIn(call.input),
        })),
      };
    case "tool":
      return { ...message, results: message.results.map((one) => ({ ...one, text: visible(one.text) })) };
  }
}

type Opening = Pick<Request, "messages" | "suffix">;

/** A discussion starts with what was said in the phase; the suffix comes after it. */
function talk(state: State, thread: Thread, charter: Charter, seat: Seat, lines: readonly Line[]): Opening {
  const kickoff = `${state.stage?.kickoff ?? ""}\n${membersText(state.session.seats)}`.trim();
  const said =
    seat.rendering === "perspective"
      ? perspectiveOpening(kickoff, lines, seat.id)
      : sharedOpening(kickoff, lines);
  const messages = inTurns([...said, { role: "user", blocks: [suffixText(state, thread, charter)] }]);
  const last = messages.at(-1);
  const block = last?.role === "user" ? last.blocks.length - 1 : 0;
  return { messages, suffix: { message: messages.length - 1, block } };
}

/** The list of members is the same for all, so it comes first and is paid for once. */
function membersText(seats: readonly Seat[]): string {
  const names = seats.map(({ id, role }) => (id === role ? id : `${id} (${role})`)).join(", ");
  return `Here are ${names}, and the product manager, a person.`;
}

function floor(lines: readonly Line[]): Opening {
  return { messages: [{ role: "user", blocks: lines.map(labelled) }] };
}

/**
 * `shared` shows one list to all members. In `perspective`, and in a small window, a member sees only the tools it may
 * use.
 */
function toolsFor(seat: Seat, loop: Loop, charter: Charter, { ownTools }: Room): Request["tools"] {
  if (seat.textOnly) return [];
  const all = slimTools(charter.tools);
  return ownTools ? toolsOf(all, loop) : all;
}

/** A reply takes at most a quarter of a known window. */
function outputOf(state: State, purpose: Purpose, { model }: Seat): number {
  const most = (state.session.policy.output ?? defaultOutput)[limitFor(purpose)];
  const window = windowOf(state, model);
  return window === undefined ? most : Math.min(most, Math.max(leastReply, replyIn(window)));
}

/** Everything said in a discussion has the length limit of a turn. */
function limitFor(purpose: Purpose): "turn" | "artifact" | "coding" | "review" {
  if (purpose === "planning" || purpose === "budget" || purpose === "rewrite" || purpose === "split")
    return "review";
  return purpose === "artifact" || purpose === "coding" || purpose === "review" ? purpose : "turn";
}

function isLastAsk(loop: Loop): boolean {
  return asksAnswered(loop) >= asksAllowed(loop) - 1;
}

/** Where words can end the loop, a member that used up its requests by reading must still be able to speak. */
function lastWords(seat: Seat, loop: Loop): Message {
  return { role: "user", blocks: [`This is your last request here. ${wayOut(seat, loop)}`] };
}

function wayOut(seat: Seat, loop: Loop): string {
  if (seat.textOnly) return "Say now what you have to say.";
  return loop.textEnds
    ? `Use no other tool: say now what you have to say, or call ${loop.terminal}.`
    : `Call ${loop.terminal} now.`;
}

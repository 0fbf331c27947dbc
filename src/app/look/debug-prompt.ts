import type { EventOf } from "../../core/facts/events.ts";
import { Fault } from "../../core/fault.ts";
import { fold } from "../../core/fold/fold.ts";
import type { Hash } from "../../core/ports/clock.ts";
import type { Request } from "../../core/ports/request.ts";
import type { SessionFiles } from "../../core/ports/sessions.ts";
import { rendererVersion, renderRequest } from "../../core/prompt/render-request.ts";
import { TalkMemory } from "../../core/prompt/talk-memory.ts";
import { emptyState, type State } from "../../core/state/state.ts";
import { threadOfLoop } from "../../core/state/threads.ts";
import { rememberCharters } from "../run/remember-charters.ts";

/** A request, rendered again from the log before it and the side file it cites. */
export interface Rendered {
  readonly seq: number;
  readonly thread: string;
  readonly ask: number;
  readonly attempt: number;
  readonly recorded: string;
  readonly hash: string;
  readonly equal: boolean;
  /** Set when another version of Huddle rendered it: a difference then proves nothing. */
  readonly otherRenderer?: number;
  readonly request: Request;
}

/** Renders every request of the session again, or only the one recorded by event `only`. */
export async function* renderAgain(files: SessionFiles, hash: Hash, only?: number): AsyncIterable<Rendered> {
  const charters = rememberCharters(files.blobs);
  const talk = new TalkMemory();
  let state: State = emptyState;
  for await (const fact of files.journal.read(1)) {
    const { event, seq } = fact;
    if (event.type === "model.asked" && (only === undefined || only === seq))
      yield await rendered(state, seq, event);
    else if (only === seq)
      throw new Fault("usage", `Event ${seq} is ${nameOf(event.type)}, not a request to a model.`);
    if (only === seq) return;
    state = fold(state, fact);
  }
  if (only !== undefined) throw new Fault("usage", `There is no event ${only}; the newest is ${state.head}.`);

  async function rendered(before: State, seq: number, event: EventOf<"model.asked">): Promise<Rendered> {
    const thread = threadOfLoop(before, event.loop);
    if (!thread)
      throw new Fault("log.damaged", `Event ${seq} asks in ${event.loop}, which was never opened.`);
    const charter = await charters(thread.charter);
    if (!charter)
      throw new Fault(
        "log.damaged",
        `The rules that event ${seq} was sent with (${thread.charter}) are missing.`,
      );
    const request = renderRequest(before, event.loop, charter, talk);
    const again = hash(JSON.stringify(request));
    return {
      seq,
      thread: thread.name,
      ask: event.ask,
      attempt: event.attempt,
      recorded: event.hash,
      hash: again,
      equal: again === event.hash,
      ...(event.renderer !== rendererVersion && { otherRenderer: event.renderer }),
      request,
    };
  }
}

function nameOf(type: string): string {
  return `"${type}"`;
}

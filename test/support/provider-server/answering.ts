import type { ServerResponse } from "node:http";
import type { House } from "./house.ts";
import type { Misbehaviour } from "./misbehaviour.ts";
import type { CacheLook } from "./prompt-cache.ts";
import type { Recorded } from "./recorded.ts";
import type { Script } from "./script.ts";
import { type Sending, sendWhole } from "./send.ts";
import type { Trouble } from "./trouble.ts";
import type { HttpCall, WireSpeech } from "./wire-speech.ts";

/** One request that is being answered, and with what. */
export interface Answering {
  readonly call: HttpCall;
  readonly recorded: Recorded;
  readonly house: House;
  readonly script: Script;
  /** What goes wrong with this request; asked once. */
  misbehave(): readonly Misbehaviour[];
  readonly response: ServerResponse;
  readonly over: AbortSignal;
  cutting(): void;
}

export function sendingOf(answering: Answering, ping: string, look?: CacheLook): Sending {
  const { response, recorded, over, cutting } = answering;
  return {
    response,
    misbehaviours: recorded.misbehaviours,
    over,
    ping,
    begun: () => look?.commit(),
    cutting,
  };
}

export const json = { "content-type": "application/json" };
const html = "<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>\n";

export async function sendTrouble(
  answering: Answering,
  wire: WireSpeech,
  trouble: Trouble,
  how: { readonly headers?: Readonly<Record<string, string>>; readonly body?: "html" | "empty" } = {},
): Promise<void> {
  const { status } = trouble;
  answering.recorded.status = status;
  const sending = sendingOf(answering, wire.ping);
  const headers = { ...wire.errorHeaders(trouble), ...how.headers };
  switch (how.body) {
    case "html":
      return sendWhole(sending, { status, headers: { ...headers, "content-type": "text/html" }, text: html });
    case "empty":
      return sendWhole(sending, { status, headers, text: "" });
    default:
      return sendWhole(sending, {
        status,
        headers: { ...headers, ...json },
        text: JSON.stringify(wire.errorBody(trouble)),
      });
  }
}

import type { IncomingHttpHeaders } from "node:http";
import type { Spoken } from "./answer.ts";
import type { Asked, Wire } from "./asked.ts";
import type { Frame, Framing } from "./frame.ts";
import type { CacheLook } from "./prompt-cache.ts";
import type { TokenCount } from "./tokens.ts";
import type { Trouble } from "./trouble.ts";

export interface HttpCall {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
}

/** What a wire needs to know to put an answer into its words. */
export interface Talk {
  readonly asked: Asked;
  readonly body: unknown;
  readonly usage: TokenCount;
  /** Counts replies, for ids. */
  readonly serial: number;
  readonly now: number;
}

/** How one provider speaks. */
export interface WireSpeech {
  readonly wire: Wire;
  readonly framing: Framing;
  /** Sent while a stream stands still, when that is wished. */
  readonly ping: string;
  /** Why this caller may ask nothing. `keys` undefined: any key will do. */
  keyTrouble(call: HttpCall, keys: readonly string[] | undefined): Trouble | undefined;
  /** Throws `Unacceptable` where the provider would not take it. */
  read(body: unknown, call: HttpCall): Asked;
  /** What of this request the provider has seen before, and how long it is. */
  count(asked: Asked, body: unknown, now: number): { readonly characters: number; readonly look: CacheLook };
  callId(serial: number, index: number): string;
  frames(said: Spoken, talk: Talk): readonly Frame[];
  whole(said: Spoken, talk: Talk): unknown;
  errorBody(trouble: Trouble): unknown;
  errorHeaders(trouble: Trouble): Readonly<Record<string, string>>;
  /** What comes when it fails after it began. */
  errorFrames(trouble: Trouble): readonly Frame[];
}

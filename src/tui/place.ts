import type { Key } from "../core/views/line/keys.ts";

/** The terminal that the interface has to itself. */
export interface Place {
  readonly stdout: NodeJS.WriteStream;
  readonly stdin: NodeJS.ReadStream;
  readonly colour: boolean;
  /** Takes the whole terminal, and calls back for each key until `end`. */
  begin(hear: Hearing): void;
  /** Gives the terminal back as it was. Calling it twice does no harm. */
  end(): void;
}

export interface Hearing {
  keys(keys: readonly Key[]): void;
  resized(): void;
  /** Another program has the terminal from now on, such as the person's editor. */
  hold(): void;
  /** It is ours again, and empty. */
  release(): void;
}

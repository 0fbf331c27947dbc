import type { Readable } from "node:stream";

export interface Terminal {
  /** A person sees the output. */
  readonly isTty: boolean;
  /** A person can be asked: they see the output, and their input comes here. */
  readonly canAsk: boolean;
  /** What was printed can be drawn over. Not where a person wants lines, nor where the terminal can only print. */
  readonly draws: boolean;
  /** It can be drawn on as a whole: a person is there, who did not ask for lines. */
  readonly hasWhole: boolean;
  readonly colour: boolean;
  columns(): number;
  rows(): number;
  /** Calls back when the terminal changes its size, until the returned function is called. */
  onResize(listener: () => void): () => void;
}

type Environment = Readonly<Record<string, string | undefined>>;

export function terminalOf(
  env: Environment,
  stdin: { readonly isTTY?: boolean },
  stdout: NodeJS.WriteStream,
  isPlain: () => boolean,
): Terminal {
  const isTty = stdout.isTTY === true;
  const wantsPlain = isTty && isPlain();
  const draws = isTty && !wantsPlain && env.TERM !== "dumb";
  const canAsk = isTty && stdin.isTTY === true;
  return {
    isTty,
    canAsk,
    draws,
    hasWhole: canAsk && draws && !env.CI,
    colour: !wantsPlain && colourAllowed(env, draws),
    columns: () => stdout.columns || 80,
    rows: () => stdout.rows || 24,
    onResize(listener) {
      stdout.on("resize", listener);
      return () => void stdout.off("resize", listener);
    },
  };
}

/** A non-empty NO_COLOR wins. FORCE_COLOR turns colours on in a pipe; 0 and false turn them off. */
export function colourAllowed(env: Environment, isTty: boolean): boolean {
  if (env.NO_COLOR) return false;
  const force = env.FORCE_COLOR;
  if (force !== undefined && force !== "") return force !== "0" && force !== "false";
  return isTty;
}

/** Everything that is piped in. */
export async function readAll(stdin: Readable): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of stdin) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces).toString("utf8");
}

/**
 * Reads what is typed until the returned function is called: key by key, or, where nothing can be drawn, line by line,
 * which the terminal then shows and edits by itself.
 */
export function readKeys(
  stdin: NodeJS.ReadStream,
  draws: boolean,
  onText: (text: string) => void,
): () => void {
  stdin.setEncoding("utf8");
  if (draws) stdin.setRawMode?.(true);
  stdin.on("error", () => {}); // the terminal was closed: no more input comes
  stdin.on("data", onText);
  stdin.resume();
  return () => {
    stdin.off("data", onText);
    stdin.pause();
    if (draws) stdin.setRawMode?.(false);
  };
}

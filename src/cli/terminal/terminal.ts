import type { Readable } from "node:stream";

export interface Terminal {
  /** A person sees the output. */
  readonly isTty: boolean;
  /** A person can be asked: they see the output, and their input comes here. */
  readonly canAsk: boolean;
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
): Terminal {
  const isTty = stdout.isTTY === true && env.TERM !== "dumb";
  return {
    isTty,
    canAsk: isTty && stdin.isTTY === true,
    colour: colourAllowed(env, isTty),
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

/** Reads what is typed, key by key, until the returned function is called. */
export function readKeys(stdin: NodeJS.ReadStream, onText: (text: string) => void): () => void {
  stdin.setEncoding("utf8");
  stdin.setRawMode?.(true);
  stdin.on("error", () => {}); // the terminal was closed: no more input comes
  stdin.on("data", onText);
  stdin.resume();
  return () => {
    stdin.off("data", onText);
    stdin.pause();
    stdin.setRawMode?.(false);
  };
}

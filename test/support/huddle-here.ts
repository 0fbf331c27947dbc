import { Writable } from "node:stream";
import about from "../../package.json" with { type: "json" };
import { openOutput } from "../../src/cli/print/output.ts";
import { runProgram } from "../../src/cli/program.ts";
import { colourAllowed } from "../../src/cli/terminal/terminal.ts";
import { openWire } from "../../src/cli/wire/open-wire.ts";
import type { Finished } from "./finished.ts";
import { type Desk, desk, type RunHuddle } from "./huddle.ts";
import { type DeskOptions, type ProvidedDesk, providedDesk } from "./obliging-provider.ts";
import "./many-wires.ts";

/** A desk at which commands run in the process of the test. */
export function deskHere(files?: Readonly<Record<string, string>>): Promise<Desk> {
  return desk(files, runHere);
}

export function providedHere(options: DeskOptions = {}): Promise<ProvidedDesk> {
  return providedDesk({ ...options, run: runHere });
}

/**
 * The command as it is typed, in the process of the test and without a terminal. It does and prints what the built one
 * does, and Node need not start for it: that is most of what a command costs.
 */
export const runHere: RunHuddle = async (args, { cwd, env, input = "" }): Promise<Finished> => {
  const wire = openWire({ env, cwd });
  const [stdout, stderr] = [new Collected(), new Collected()];
  const failed = (error: Error) => {
    throw error;
  };
  const code = await runProgram(
    {
      ...wire,
      terminal: {
        isTty: false,
        canAsk: false,
        draws: false,
        hasWhole: false,
        colour: colourAllowed(env, false),
        columns: () => 80,
        rows: () => 24,
        onResize: () => () => {},
      },
      output: openOutput(stdout, stderr, wire.keys.redact, failed),
      outputStream: stdout,
      readInput: async () => input,
      stop: () => new AbortController().signal,
    },
    args,
    about.version,
  );
  return { code, signal: null, stdout: stdout.text, stderr: stderr.text };
};

class Collected extends Writable {
  text = "";

  override _write(piece: Buffer, _: BufferEncoding, done: () => void): void {
    this.text += piece.toString("utf8");
    done();
  }
}

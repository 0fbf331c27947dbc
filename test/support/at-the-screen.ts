import { newSession } from "../../src/app/sessions/new-session.ts";
import type { RunTyped } from "../../src/cli/command-spec.ts";
import { runProgram } from "../../src/cli/program.ts";
import { openWire } from "../../src/cli/wire/open-wire.ts";
import type { Wire } from "../../src/cli/wire/wire.ts";
import type { Model } from "../../src/core/ports/model.ts";
import type { SessionFiles } from "../../src/core/ports/sessions.ts";
import { RehearsalModel } from "../../src/model/rehearsal/rehearsal-model.ts";
import type { Rehearsal } from "../../src/model/rehearsal/rehearsal-script.ts";
import type { GitPlace } from "./git-place.ts";
import { realClock } from "./plain.ts";
import { TinyTerminal } from "./tiny-terminal.ts";
import "./many-wires.ts";

export interface AtTheScreen {
  readonly wire: Wire;
  /** What is typed behind a slash runs in this process as well. */
  readonly run: RunTyped;
  /** Everything printed, or what is seen when there is a terminal. */
  text(): string;
  /** All that was written, with what no screen shows. */
  written(): string;
  type(text: string): void;
  /** Resolves as soon as this is seen. After a minute it gives up, and says what is there instead. */
  seen(pattern: RegExp): Promise<void>;
}

const columns = 80;
const patienceMs = 60_000;

/** A person in front of a command that runs in this process: with a terminal and keys, or with neither. */
export function atTheScreen(place: GitPlace, options: { terminal: boolean; model?: Model }): AtTheScreen {
  const terminal = new TinyTerminal(options.terminal ? columns : Number.POSITIVE_INFINITY);
  const stop = new AbortController();
  let onKeys: ((text: string) => void) | undefined;
  let watching: (() => void)[] = [];
  const real = openWire({ env: place.env, cwd: place.repository });
  const { model } = options;
  const wire: Wire = {
    ...real,
    terminal: {
      isTty: options.terminal,
      canAsk: options.terminal,
      draws: options.terminal,
      hasWhole: false,
      colour: false,
      columns: () => columns,
      rows: () => 40,
      onResize: () => () => {},
    },
    output: {
      out(text) {
        terminal.write(text.replace(/(?<!\r)\n/g, "\r\n"));
        for (const look of watching) look();
      },
      err: () => {},
      gone: new AbortController().signal,
      drained: async () => {},
    },
    readKeys(onText) {
      onKeys = onText;
      return () => {
        onKeys = undefined;
      };
    },
    stop: () => stop.signal,
    interrupt: () => stop.abort(),
    ...(model && { models: async () => ({ ...(await real.models()), open: async () => model }) }),
  };
  return {
    wire,
    run: (args, on = wire) => runProgram(on, args, "0"),
    text: () => terminal.text,
    written: () => terminal.written,
    type(text) {
      if (!onKeys) throw new Error("nobody reads keys");
      onKeys(text);
    },
    seen: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (pattern.test(terminal.text)) end(resolve);
        };
        const end = (then: () => void) => {
          clearTimeout(patience);
          watching = watching.filter((one) => one !== look);
          then();
        };
        const patience = setTimeout(
          () => end(() => reject(new Error(`${pattern} is not on the screen:\n${terminal.text}`))),
          patienceMs,
        );
        watching = [...watching, look];
        look();
      }),
  };
}

/** A session in the person's repository, opened and not yet run. */
export async function openSession(wire: Wire, place: GitPlace, rehearsal: Rehearsal): Promise<SessionFiles> {
  return newSession(await wire.openProject(), {
    title: rehearsal.title,
    brief: rehearsal.brief,
    seats: rehearsal.seats.map((seat) => ({ ...seat, model: `rehearsal/${rehearsal.name}` })),
    policy: { ...rehearsal.policy, author: { name: "Pia", email: "pia@example.com" } },
    base: await place.git("rev-parse", "HEAD"),
    branch: "main",
  });
}

export function scripted(rehearsal: Rehearsal, speed = 0): Model {
  return new RehearsalModel(rehearsal, realClock, speed);
}

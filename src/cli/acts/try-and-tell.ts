import type { Project } from "../../app/project.ts";
import { tryChecks } from "../../app/ready/try-checks.ts";
import type { Trial } from "../../core/ports/check-run.ts";
import type { Printed } from "../../core/ports/signal.ts";
import type { Team } from "../../core/ports/team.ts";
import type { Instant } from "../../core/terms/ids.ts";
import { trialLines } from "../../core/views/next/trial-lines.ts";
import { durationWords, secondsBetween } from "../../core/views/now/duration.ts";
import { oneLine, plainText } from "../../core/views/plain-text.ts";
import { fitted } from "../../core/views/text-width.ts";
import { Screen } from "../face/screen.ts";
import type { CommonOptions } from "../options.ts";
import { widthFor, wrapped } from "../print/wrapped.ts";
import type { Wire } from "../wire/wire.ts";

interface Tried {
  readonly project: Project;
  readonly team: Team;
  readonly commit: string;
}

/** Tries set-up and checks and says how each one ends. In a terminal a row says what runs, since when, and what it prints. */
export async function tryAndTell(
  wire: Wire,
  { json }: CommonOptions,
  { project, team, commit }: Tried,
): Promise<Trial | undefined> {
  let begun = "";
  const begins = (command: string) => {
    if (command !== begun)
      wire.output.out(`${wrapped(wire.terminal, [`  … ${oneLine(command)}`]).join("\n")}\n`);
    begun = command;
  };
  const screen = wire.terminal.draws && !json ? openRow(wire) : undefined;
  try {
    return await tryChecks(project, team, {
      commit,
      signal: wire.stop(),
      printed(printed) {
        if (screen) screen.printed(printed);
        else if (!json && wire.terminal.isTty) begins(printed.command);
      },
      ended(run) {
        const lines = wrapped(
          wire.terminal,
          trialLines(run).map((line) => `  ${plainText(line)}`),
        );
        if (screen) screen.settle(lines);
        else if (!json) wire.output.out([...lines, ""].join("\n"));
      },
    });
  } finally {
    screen?.close();
  }
}

interface Row {
  printed(printed: Printed): void;
  settle(lines: readonly string[]): void;
  close(): void;
}

const tickMs = 1000;

function openRow({ clock, output, terminal }: Wire): Row {
  const screen = new Screen({
    write: (text) => output.out(text),
    columns: () => terminal.columns(),
    rows: () => terminal.rows(),
  });
  const closed = new AbortController();
  let row: { readonly command: string; readonly since: Instant; readonly newest: string } | undefined;
  const paint = (settled: readonly string[] = []) =>
    screen.paint(settled, { rows: row ? [wordsOf(row)] : [] });
  const wordsOf = ({ command, since, newest }: NonNullable<typeof row>) => {
    const clocked = `  … ${oneLine(command)}  ${durationWords(secondsBetween(since, clock.now()))}`;
    return fitted(newest === "" ? clocked : `${clocked}  ${oneLine(newest)}`, widthFor(terminal));
  };
  void tick();
  return {
    printed({ command, text, ended }) {
      if (ended) row = undefined;
      else {
        const newest = text.trimEnd().split("\n").at(-1)?.trim() ?? "";
        const since = row?.command === command ? row.since : clock.now();
        row = { command, since, newest: newest === "" ? (row?.newest ?? "") : newest };
      }
      paint();
    },
    settle(lines) {
      row = undefined;
      paint(lines);
    },
    close() {
      closed.abort();
      screen.close();
    },
  };

  async function tick(): Promise<void> {
    while (!closed.signal.aborted) {
      await clock.sleep(tickMs, closed.signal);
      if (!closed.signal.aborted) paint();
    }
  }
}

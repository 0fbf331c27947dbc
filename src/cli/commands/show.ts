import { watchFacts, watchSignals } from "../../app/watch-session.ts";
import type { Fact } from "../../core/fact.ts";
import { eventLine } from "../../core/views/event-line.ts";
import { closingLine } from "../closing-line.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { openFace } from "../face/open-face.ts";
import type { ShowOptions } from "../options.ts";
import { oneLine } from "../plain-text.ts";
import type { Wire } from "../wire.ts";
import { type AtSession, withSession } from "../with-session.ts";

/** `huddle show`: the story so far, in short or whole, and with `--follow` as it goes on. */
export async function showCommand(wire: Wire, options: ShowOptions): Promise<ExitCode> {
  return withSession(wire, options, (at) => show(wire, options, at));
}

async function show(wire: Wire, options: ShowOptions, at: AtSession): Promise<ExitCode> {
  const { journal } = at.files;
  const stop = options.follow ? AbortSignal.any([wire.stop(), wire.output.gone]) : wire.output.gone;
  const { face, close } = openFace(wire, {
    human: "you",
    least: "small",
    talk: options.all ? { kind: "whole" } : { kind: "short", asks: false },
  });
  const watching = watchFacts(at.files, (fact, before, after) => {
    if (fact.seq < (options.from ?? 1)) return;
    if (options.phase !== undefined && after.stage?.phase !== options.phase) return;
    if (options.json) wire.output.out(`${JSON.stringify(fact)}\n`);
    else if (options.events) face.print([eventRow(fact)]);
    else face.fact(fact, before, after);
  });
  const isLive = options.follow === true && !options.json && !options.events;
  const signals = isLive ? watchSignals(at.files, (signal) => face.signal(signal)) : undefined;
  try {
    await watching.told(journal.state().head);
    while (options.follow && !stop.aborted && !journal.state().session.ending)
      await journal.moved(journal.state().head, stop);
    if (!stop.aborted) await watching.told(journal.state().head);
  } finally {
    await signals?.stop();
    await watching.stop();
    close();
  }
  if (options.follow && stop.aborted && !wire.output.gone.aborted) return exitCodes.stopped;
  if (!options.json) wire.output.out(`\n${closingLine(await at.next())}\n`);
  return exitCodes.finished;
}

function eventRow(fact: Fact): string {
  return `${String(fact.seq).padStart(5)}  ${fact.at.slice(11, 19)}  ${fact.actor.padEnd(10)}  ${oneLine(eventLine(fact))}`;
}

import { type Found, whereaboutsOf } from "../../app/ready/whereabouts.ts";
import { assertNever } from "../../core/assert-never.ts";
import { commandWords, type Lead, leadOf } from "../../core/views/next/lead.ts";
import { parseLead } from "../../core/views/next/parse-lead.ts";
import type { CommandLine, Taken } from "../../core/views/next/whereabouts.ts";
import { plainText } from "../../core/views/plain-text.ts";
import { askLine } from "../ask-line.ts";
import type { RunTyped } from "../command-spec.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import type { CommonOptions } from "../options.ts";
import { report } from "../print/report.ts";
import type { Wire } from "../wire/wire.ts";
import { groundOf } from "./ground-of.ts";
import { statusAct, statusDocument, statusLines } from "./status.ts";

/**
 * `huddle` alone: opens the interface in a terminal, as soon as there is a session. Before that, elsewhere, and with
 * --plain, it says where the person stands and names one next step; in a terminal Enter takes it, and so on until the
 * person leaves.
 */
export async function leadAct(wire: Wire, options: CommonOptions, run: RunTyped): Promise<ExitCode> {
  if (wire.terminal.hasWhole && !options.json && (await hasSessions(wire, options)))
    return onTheWholeScreen(wire, run, options.session);
  if (options.session !== undefined) return statusAct(wire, options);
  for (;;) {
    const found = await whereaboutsOf(groundOf(wire));
    const lead = leadOf(found.at);
    report(wire, options, documentOf(found), linesOf(found, lead), lead.next);
    if (options.json || !wire.terminal.canAsk) return exitCodes.finished;
    const wanted = await asked(wire, found, lead);
    if (!wanted) return exitCodes.finished;
    if (wanted.kind === "home") return onTheWholeScreen(wire, run);
    if (wanted.kind !== "again") {
      const ended = await carryOut(wire, wanted, found.folder, run);
      if (wire.stop().aborted) return ended;
    }
    wire.output.out("\n");
  }
}

async function onTheWholeScreen(wire: Wire, run: RunTyped, session?: string): Promise<ExitCode> {
  const { openInterfaceAct } = await import("./open-interface.ts");
  return openInterfaceAct(wire, run, session);
}

/** A newcomer is led by lines, from nothing to their first shipped change. */
async function hasSessions(wire: Wire, { session }: CommonOptions): Promise<boolean> {
  if (session !== undefined) return true;
  const repository = await wire.repository();
  return repository?.top !== undefined && (await (await wire.openProject()).sessions.list()).length > 0;
}

type Wanted = Taken | { readonly kind: "home" };

/** What the person has it do. Undefined: they leave. */
async function asked(wire: Wire, { at }: Found, lead: Lead): Promise<Wanted | undefined> {
  wire.output.out(`${hintOf(lead)}\n`);
  for (;;) {
    const line = await askLine(wire, "> ");
    const answer = line === undefined ? ({ kind: "leave" } as const) : parseLead(at, line);
    switch (answer.kind) {
      case "leave":
        return undefined;
      case "unclear":
        wire.output.out(`${answer.hint}\n`);
        break;
      case "home":
        if (wire.terminal.hasWhole) return answer;
        wire.output.out("This terminal cannot show the whole screen, so the lines go on.\n");
        break;
      case "huddle":
      case "shell":
      case "again":
        return answer;
      default:
        return assertNever(answer);
    }
  }
}

function hintOf({ enter, typed, next }: Lead): string {
  const parts = [
    ...(enter ? [`Enter: ${commandWords(enter)}`] : []),
    ...(typed === undefined ? [] : [`Type ${typed}`]),
    ...(enter || typed !== undefined ? [] : [`Type: ${next.command}`]),
    "q: leave",
  ];
  return parts.join("  ·  ");
}

async function carryOut(wire: Wire, wanted: CommandLine, folder: string, run: RunTyped): Promise<ExitCode> {
  if (wanted.kind === "huddle") return run(wanted.args);
  const tell = (text: string) => wire.output.out(plainText(text));
  const { ended } = await wire.spawnShell(wanted.line, { cwd: folder, onOut: tell, onError: tell });
  return (await ended).exit === 0 ? exitCodes.finished : exitCodes.fault;
}

function linesOf({ status, ids }: FoundSessions, lead: Lead): readonly string[] {
  return [...(status ? statusLines(status, ids) : []), ...lead.says];
}

function documentOf({ at, status, ids }: FoundSessions) {
  return { where: at.kind, ...(status ? statusDocument(status, ids) : { session: null, sessions: ids }) };
}

type FoundSessions = Pick<Found, "at" | "status" | "ids">;

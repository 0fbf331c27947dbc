import { type Rendered, renderAgain } from "../../app/look/debug-prompt.ts";
import { nextAt } from "../../app/look/next-for.ts";
import { type AtSession, withSession } from "../../app/sessions/with-session.ts";
import { Fault } from "../../core/fault.ts";
import { requestText } from "../../core/views/documents/request-text.ts";
import { plainText } from "../../core/views/plain-text.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import type { CommonOptions } from "../options.ts";
import { report } from "../print/report.ts";
import type { Wire } from "../wire/wire.ts";

export interface DebugPromptOptions extends CommonOptions {
  readonly all?: boolean;
}

/** `huddle debug prompt <event>|--all`: renders requests again and says whether they match what was sent. */
export async function debugPromptAct(
  wire: Wire,
  seq: number | undefined,
  options: DebugPromptOptions,
): Promise<ExitCode> {
  if ((seq === undefined) === !options.all)
    throw new Fault("usage", "Say which request, by its event's number, or --all: huddle debug prompt --all");
  return withSession(await wire.openProject(), options.session, (at) =>
    seq === undefined ? all(wire, options, at) : one(wire, seq, options, at),
  );
}

async function one(wire: Wire, seq: number, options: CommonOptions, at: AtSession): Promise<ExitCode> {
  for await (const rendered of renderAgain(at.files, at.project.hash, seq)) {
    const { request, ...verdict } = rendered;
    const lines = [...plainText(requestText(request)).split("\n"), "", verdictLine(rendered)];
    report(wire, options, { session: at.files.id, ...verdict, request }, lines, await nextAt(at));
    return rendered.equal ? exitCodes.finished : exitCodes.fault;
  }
  throw new Error("no request was rendered");
}

async function all(wire: Wire, options: CommonOptions, at: AtSession): Promise<ExitCode> {
  let asked = 0;
  const different: Rendered[] = [];
  for await (const rendered of renderAgain(at.files, at.project.hash)) {
    asked++;
    if (!rendered.equal) different.push(rendered);
  }
  const equal = asked - different.length;
  const document = {
    session: at.files.id,
    requests: asked,
    equal,
    different: different.map(({ request: _, ...verdict }) => verdict),
  };
  report(
    wire,
    options,
    document,
    [...different.map(verdictLine), `${equal} of ${asked} equal`],
    await nextAt(at),
  );
  return different.length === 0 ? exitCodes.finished : exitCodes.fault;
}

function verdictLine({ seq, thread, ask, equal, hash, recorded, otherRenderer }: Rendered): string {
  const where = `Event ${seq} (${thread}, ask ${ask})`;
  if (equal) return `${where}: equal to what was sent, ${hash}`;
  const other = otherRenderer === undefined ? "" : ` It was rendered by version ${otherRenderer}.`;
  return `${where}: DIFFERENT. Sent: ${recorded}; rendered now: ${hash}.${other}`;
}

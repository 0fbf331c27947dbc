import { newSession } from "../../app/sessions/new-session.ts";
import { setPace } from "../../app/settings/set-pace.ts";
import { Fault } from "../../core/fault.ts";
import { oneLine } from "../../core/views/plain-text.ts";
import { type BriefOptions, briefOf } from "../brief-of.ts";
import type { RunTyped } from "../command-spec.ts";
import type { ExitCode } from "../exit-codes.ts";
import type { RunOptions } from "../options.ts";
import { wrapped } from "../print/wrapped.ts";
import type { Wire } from "../wire/wire.ts";
import { verdictTarget } from "./conclude-run.ts";
import { hotfixAct } from "./hotfix.ts";
import { playToEnd } from "./play-to-end.ts";
import { prepare } from "./prepare.ts";

export type DoOptions = RunOptions & BriefOptions & { readonly in?: string; readonly hotfix?: boolean };

/** `huddle do "title" [brief]`: small work without a meeting. One engineer, one reviewer, the same gates and log. */
export async function doAct(
  wire: Wire,
  [title = "", ...words]: readonly string[],
  options: DoOptions,
  run: RunTyped,
): Promise<ExitCode> {
  if (options.hotfix) return hotfixAct(wire, title, words, options);
  if (title.trim() === "")
    throw new Fault("usage", 'Say what is to be done: huddle do "correct the typo in the help text"');
  const brief = await briefOf(wire, words, options);
  const command = 'huddle do "…"';
  const { project, start, lines, lacking } = await prepare(wire, options, { command, purpose: "do" });
  const write = await verdictTarget(wire, options);
  // Checked first, so that no session is opened that cannot run.
  await (await wire.models()).open(start.seats.map((seat) => seat.model));
  const files = await newSession(project, { ...start, title: title.trim(), brief, oneTask: true });
  try {
    const opened = [`Session ${files.id}: ${oneLine(title)}`, ...lines];
    if (!options.json) wire.output.out([...wrapped(wire.terminal, opened), ""].join("\n"));
    if (options.auto) await setPace(files.journal, "auto", "--auto");
    const at = { project, files, oneOfMany: false, named: false };
    const play = { ...options, run, command, from: 1 };
    return await playToEnd(wire, play, at, { write, more: { lacking } });
  } finally {
    await files.close();
  }
}

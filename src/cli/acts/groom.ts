import { takeUp } from "../../app/say/take-up.ts";
import { groomingPolicy, openGrooming } from "../../app/sessions/groom.ts";
import { newSession } from "../../app/sessions/new-session.ts";
import { followTeam } from "../../app/settings/follow-team.ts";
import { oneLine } from "../../core/views/plain-text.ts";
import { type BriefOptions, briefOf } from "../brief-of.ts";
import type { RunTyped } from "../command-spec.ts";
import type { ExitCode } from "../exit-codes.ts";
import type { BudgetOptions, CommonOptions, ShowOptions } from "../options.ts";
import type { Wire } from "../wire/wire.ts";
import { playToEnd } from "./play-to-end.ts";
import { prepare } from "./prepare.ts";
import { showAct } from "./show.ts";

export interface GroomOptions extends CommonOptions, BudgetOptions, BriefOptions {
  /** Turns before it stops and asks. */
  readonly maxTurns?: number;
  readonly all?: boolean;
  readonly brief?: boolean;
}

/** `huddle groom "topic"`: opens an exploration, and lets the team talk. */
export async function groomAct(
  wire: Wire,
  [topic = "", ...words]: readonly string[],
  options: GroomOptions,
  run: RunTyped,
): Promise<ExitCode> {
  const brief = await briefOf(wire, words, options);
  const command = 'huddle groom "…"';
  const { project, start, lines } = await prepare(wire, options, { command, purpose: "groom" });
  // Checked first, so that no session is opened that cannot run.
  await (await wire.models()).open(start.seats.map((seat) => seat.model));
  const policy = groomingPolicy(start.policy, options.maxTurns);
  const files = await newSession(project, { ...start, kind: "grooming", title: topic.trim(), brief, policy });
  try {
    if (!options.json) wire.output.out([`Grooming ${files.id}: ${oneLine(topic)}`, ...lines, ""].join("\n"));
    const at = { project, files, oneOfMany: false, named: true };
    const { maxTurns: _, ...play } = options;
    return await playToEnd(wire, { ...play, run, command, from: 1 }, at);
  } finally {
    await files.close();
  }
}

/** `huddle groom continue <slug>`: goes on where it stopped, even weeks later and after it was promoted. */
export async function groomContinueAct(
  wire: Wire,
  slug: string,
  options: GroomOptions,
  run: RunTyped,
): Promise<ExitCode> {
  const words = await briefOf(wire, [], options);
  const project = await wire.openProject();
  const files = await openGrooming(project, slug);
  try {
    const command = `huddle groom continue ${slug}`;
    const at = { project, files, oneOfMany: false, named: true };
    const { maxTurns, ...play } = options;
    const { stage, head: since } = files.journal.state();
    const { session } = followTeam(files.journal.state(), await project.readTeam(), project);
    await (await wire.models()).open(session.seats.map((seat) => seat.model));
    await takeUp(files.journal, { words, ...(maxTurns !== undefined && { turns: maxTurns }) });
    // If more turns are left than the person wants now, this run ends before the talk does.
    const left =
      stage && files.journal.state().stage?.requested === undefined ? stage.limit - stage.turns : 0;
    const ends = maxTurns !== undefined && maxTurns < left ? { maxTurns } : {};
    return await playToEnd(wire, { ...play, ...ends, run, command, since }, at);
  } finally {
    await files.close();
  }
}

/** `huddle groom show <slug>`: as `huddle show`. */
export async function groomShowAct(wire: Wire, slug: string, options: ShowOptions): Promise<ExitCode> {
  await (await openGrooming(await wire.openProject(), slug)).close();
  return showAct(wire, { ...options, session: slug });
}

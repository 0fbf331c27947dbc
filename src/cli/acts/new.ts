import { nextAt } from "../../app/look/next-for.ts";
import { newSession } from "../../app/sessions/new-session.ts";
import { Fault } from "../../core/fault.ts";
import { meetingPolicy } from "../../core/terms/meeting/meeting.ts";
import type { Meeting } from "../../core/terms/phase.ts";
import type { Policy } from "../../core/terms/policy.ts";
import { oneLine } from "../../core/views/plain-text.ts";
import { type BriefOptions, briefOf } from "../brief-of.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import type { BudgetOptions, CommonOptions } from "../options.ts";
import { report } from "../print/report.ts";
import type { Wire } from "../wire/wire.ts";
import { prepare } from "./prepare.ts";

export interface NewOptions extends CommonOptions, BudgetOptions, BriefOptions {
  /** The folder that the session works in. */
  readonly in?: string;
  readonly meeting?: Meeting;
}

/** `huddle new "title" [brief]`: opens a session on the commit that is checked out. */
export async function newAct(
  wire: Wire,
  [title = "", ...words]: readonly string[],
  options: NewOptions,
): Promise<ExitCode> {
  if (title.trim() === "")
    throw new Fault("usage", 'Say what it is about: huddle new "a calculator for the terminal"');
  const brief = await briefOf(wire, words, options);
  const { project, start, lines, lacking } = await prepare(wire, options, { command: 'huddle new "…"' });
  const files = await newSession(project, {
    ...start,
    ...withMeeting(start.policy, options),
    title: title.trim(),
    brief,
  });
  try {
    const next = await nextAt({ project, files, oneOfMany: false, named: false });
    const { base, policy } = start;
    const document = { session: files.id, title: title.trim(), base, budget: policy.budget ?? null, lacking };
    report(wire, options, document, [`Session ${files.id}: ${oneLine(title)}`, ...lines], next);
    return exitCodes.finished;
  } finally {
    await files.close();
  }
}

/** A size that the person names is not asked about again. Without a meeting it is one task from the start, as in `do`. */
function withMeeting(policy: Policy, { meeting }: NewOptions): { policy: Policy; oneTask?: true } {
  if (meeting === undefined) return { policy };
  const chosen = { ...policy, ...meetingPolicy(meeting), sizing: false };
  return { policy: chosen, ...(meeting === "none" && { oneTask: true as const }) };
}

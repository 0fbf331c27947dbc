import { anySizeEstimateFor } from "../../app/look/estimate.ts";
import { nextAt } from "../../app/look/next-for.ts";
import { setMeeting } from "../../app/say/set-meeting.ts";
import { withSession } from "../../app/sessions/with-session.ts";
import { Fault } from "../../core/fault.ts";
import type { Meeting } from "../../core/terms/phase.ts";
import { sizeEstimateLine, sizeEstimateLines } from "../../core/views/cost/size-estimate.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import type { CommonOptions } from "../options.ts";
import { headingOf } from "../print/heading.ts";
import { report } from "../print/report.ts";
import type { Wire } from "../wire/wire.ts";

export interface MeetingOptions extends CommonOptions {
  readonly message?: string;
}

/**
 * `huddle meeting [size]`: the talk becomes this large, with all that was said in it. Without a size: which one it has,
 * and what each may take.
 */
export async function meetingAct(
  wire: Wire,
  size: Meeting | undefined,
  options: MeetingOptions,
): Promise<ExitCode> {
  const reason = options.message?.trim() ?? "";
  if (size === undefined && reason !== "")
    throw new Fault("usage", "A reason needs a size: huddle meeting none, short or full.");
  return withSession(await wire.openProject(), options.session, async (at) => {
    const { files, project } = at;
    const sizeEstimate = await anySizeEstimateFor(project, files);
    const changed = size !== undefined && (await setMeeting(files.journal, size, reason));
    const { meeting } = files.journal.state().session.policy;
    const same = size === undefined ? [] : ["The meeting has that size already."];
    const lines = changed
      ? [sizeWords[size], sizeEstimateLine(size, sizeEstimate)]
      : [...same, meetingWords(meeting), ...sizeEstimateLines(sizeEstimate)];
    const document = { session: files.id, meeting: meeting ?? null, changed, sizeEstimate };
    report(wire, options, document, [...headingOf(at), ...lines], await nextAt(at));
    return exitCodes.finished;
  });
}

function meetingWords(meeting: Meeting | undefined): string {
  return meeting ? sizeWords[meeting] : "Its phases were chosen one by one, so it has no size of meeting.";
}

const sizeWords: Readonly<Record<Meeting, string>> = {
  none: "No meeting: one engineer builds it, and another member reviews it.",
  short: "A short meeting: the team settles scope and plan in one talk.",
  full: "A full meeting: refinement, planning and pre-code review.",
};

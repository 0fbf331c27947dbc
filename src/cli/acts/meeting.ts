import { nextAt } from "../../app/look/next-for.ts";
import { setMeeting } from "../../app/say/set-meeting.ts";
import { withSession } from "../../app/sessions/with-session.ts";
import type { Meeting } from "../../core/terms/phase.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import type { CommonOptions } from "../options.ts";
import { headingOf } from "../print/heading.ts";
import { report } from "../print/report.ts";
import type { Wire } from "../wire/wire.ts";

export interface MeetingOptions extends CommonOptions {
  readonly message?: string;
}

/** `huddle meeting <size>`: the talk becomes this large, with all that was said in it. */
export async function meetingAct(wire: Wire, size: Meeting, options: MeetingOptions): Promise<ExitCode> {
  return withSession(await wire.openProject(), options.session, async (at) => {
    const { files } = at;
    const changed = await setMeeting(files.journal, size, options.message?.trim() ?? "");
    const lines = [...headingOf(at), changed ? sizeWords[size] : "The meeting has that size already."];
    report(wire, options, { session: files.id, meeting: size, changed }, lines, await nextAt(at));
    return exitCodes.finished;
  });
}

const sizeWords: Readonly<Record<Meeting, string>> = {
  none: "No meeting: one engineer builds it, and another member reviews it.",
  short: "A short meeting: the team settles scope and plan in one talk.",
  full: "A full meeting: refinement, planning and pre-code review.",
};

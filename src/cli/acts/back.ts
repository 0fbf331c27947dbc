import { nextAt } from "../../app/look/next-for.ts";
import { goBack } from "../../app/say/change-phase.ts";
import { withSession } from "../../app/sessions/with-session.ts";
import type { Phase } from "../../core/terms/phase.ts";
import { phaseWords } from "../../core/views/phase-words.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import type { CommonOptions } from "../options.ts";
import { headingOf } from "../print/heading.ts";
import { report } from "../print/report.ts";
import type { Wire } from "../wire/wire.ts";

export interface BackOptions extends CommonOptions {
  readonly message?: string;
}

/** `huddle back <phase> -m why`: the team discusses that phase again; what was agreed holds until it is changed. */
export async function backAct(wire: Wire, wanted: Phase, options: BackOptions): Promise<ExitCode> {
  return withSession(await wire.openProject(), options.session, async (at) => {
    const { files } = at;
    const phase = await goBack(files.journal, wanted, options.message?.trim() ?? "");
    const lines = [...headingOf(at), `The team goes back to ${phaseWords(phase)}.`];
    report(wire, options, { session: files.id, phase }, lines, await nextAt(at));
    return exitCodes.finished;
  });
}

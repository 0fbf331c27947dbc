import { goBack } from "../../app/say/change-phase.ts";
import type { Phase } from "../../core/terms/phase.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import type { CommonOptions } from "../options.ts";
import { report } from "../print/report.ts";
import type { Wire } from "../wire/wire.ts";
import { withSession } from "../with-session.ts";

export interface BackOptions extends CommonOptions {
  readonly message?: string;
}

/** `huddle back <phase> -m why`: the team talks about it again; what was agreed stands until it is changed. */
export async function backAct(wire: Wire, phase: Phase, options: BackOptions): Promise<ExitCode> {
  return withSession(wire, options, async ({ files, heading, next }) => {
    await goBack(files.journal, phase, options.message?.trim() ?? "");
    const lines = [...heading, `The team goes back to ${phase}.`];
    report(wire, options, { session: files.id, phase }, lines, await next());
    return exitCodes.finished;
  });
}

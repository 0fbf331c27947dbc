import { nextAt } from "../../app/look/next-for.ts";
import { replay } from "../../app/look/replay.ts";
import { withSession } from "../../app/sessions/with-session.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import type { CommonOptions } from "../options.ts";
import { report } from "../print/report.ts";
import type { Wire } from "../wire/wire.ts";

/** `huddle debug replay`: verifies a session's log without running anything again. */
export async function debugReplayAct(wire: Wire, options: CommonOptions): Promise<ExitCode> {
  return withSession(await wire.openProject(), options.session, async (at) => {
    const replayed = await replay(at.files, at.project.hash);
    const { facts, intents, requests, difference } = replayed;
    const line = difference
      ? `First difference, at event ${difference.seq}: ${difference.what}`
      : `${facts} events: each of ${intents} actions was wanted just before it started, and ${requests} of ${requests} requests render to what was sent.`;
    report(wire, options, { session: at.files.id, ...replayed }, [line], await nextAt(at));
    return difference ? exitCodes.fault : exitCodes.finished;
  });
}

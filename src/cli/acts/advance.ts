import { nextAt } from "../../app/look/next-for.ts";
import { tryArtifactFiles } from "../../app/run/artifact-files.ts";
import { advance } from "../../app/say/advance.ts";
import { skipPhase } from "../../app/say/change-phase.ts";
import { withSession } from "../../app/sessions/with-session.ts";
import { currentArtifact } from "../../core/rules/talk.ts";
import type { State } from "../../core/state/state.ts";
import { artifactName } from "../../core/terms/phase.ts";
import { phaseWords } from "../../core/views/phase-words.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import type { CommonOptions } from "../options.ts";
import { headingOf } from "../print/heading.ts";
import { report } from "../print/report.ts";
import type { Wire } from "../wire/wire.ts";

export interface AdvanceOptions extends CommonOptions {
  readonly skip?: boolean;
  readonly message?: string;
}

/** `huddle advance [--skip]`: accepts what waits to be accepted, or asks the team to wrap up the phase. */
export async function advanceAct(wire: Wire, options: AdvanceOptions): Promise<ExitCode> {
  return withSession(await wire.openProject(), options.session, async (at) => {
    const { files } = at;
    if (options.skip) await skipPhase(files.journal, options.message?.trim() ?? "");
    else await advance(files.journal);
    await tryArtifactFiles(files);
    const state = files.journal.state();
    const phase = state.stage?.phase;
    report(
      wire,
      options,
      { session: files.id, phase },
      [...headingOf(at), whatHappened(state)],
      await nextAt(at),
    );
    return exitCodes.finished;
  });
}

function whatHappened(state: State): string {
  if (state.stage?.skipped !== undefined) return `The team leaves ${phaseWords(state.stage.phase)} as it is.`;
  const artifact = currentArtifact(state);
  if (artifact?.settled?.verdict === "accepted") return `Accepted: the ${artifactName(artifact.kind)}.`;
  return `The team is asked to wrap up ${state.stage ? phaseWords(state.stage.phase) : "this phase"}.`;
}

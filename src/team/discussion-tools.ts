import type { ToolSpec } from "../core/ports/request.ts";
import { artifactOf, type Phase } from "../core/terms/phase.ts";
import { rulesOf } from "../core/terms/talk-rules.ts";
import { specOf } from "../core/work/tool.ts";
import { amendDecision } from "../tools/amend-decision.ts";
import { askPm } from "../tools/ask-pm.ts";
import { deferPoint } from "../tools/defer-point.ts";
import { listFiles } from "../tools/list-files.ts";
import { passTurn } from "../tools/pass-turn.ts";
import { readFile } from "../tools/read-file.ts";
import { recordDecision } from "../tools/record-decision.ts";
import { searchCode } from "../tools/search-code.ts";
import { signalPhaseComplete } from "../tools/signal-phase-complete.ts";
import { sizeWork } from "../tools/size-work.ts";
import { submitArtifact } from "../tools/submit-artifact.ts";
import { volunteer } from "../tools/volunteer.ts";

/** What everybody may do with the ledger while talking. */
export const ledgerTools = [recordDecision, amendDecision, deferPoint];

/** What every speaker may use to look at the code as it stands. */
export const lookingTools = [readFile, listFiles, searchCode];

/** One list in fixed order for all speakers of a phase, so that tools, rules and transcript are paid for once. */
export function offeredIn(phase: Phase): readonly ToolSpec[] {
  const artifact = artifactOf(phase);
  if (artifact === undefined) return [];
  const { sizes, volunteers, coach } = rulesOf(phase);
  return [
    passTurn,
    ...ledgerTools,
    askPm,
    ...(coach === "each-round" ? [signalPhaseComplete] : []),
    ...(sizes ? [sizeWork] : []),
    ...(volunteers ? [volunteer] : []),
    submitArtifact(artifact),
    ...lookingTools,
  ].map(specOf);
}

import { artifactOf, type Phase } from "../core/phase.ts";
import type { ToolSpec } from "../core/request.ts";
import { specOf } from "../core/tool.ts";
import { askPm } from "../tools/ask-pm.ts";
import { listFiles } from "../tools/list-files.ts";
import { passTurn } from "../tools/pass-turn.ts";
import { readFile } from "../tools/read-file.ts";
import { recordDecision } from "../tools/record-decision.ts";
import { searchCode } from "../tools/search-code.ts";
import { signalPhaseComplete } from "../tools/signal-phase-complete.ts";
import { submitArtifact } from "../tools/submit-artifact.ts";

/** What every speaker may use to look at the code as it stands. */
export const lookingTools = [readFile, listFiles, searchCode];

/** One list in fixed order for all speakers of a phase, so that tools, rules and transcript are paid for once. */
export function offeredIn(phase: Phase): readonly ToolSpec[] {
  const artifact = artifactOf(phase);
  if (artifact === undefined) return [];
  const speaking = [passTurn, recordDecision, askPm, signalPhaseComplete, submitArtifact(artifact)];
  return [...speaking, ...lookingTools].map(specOf);
}

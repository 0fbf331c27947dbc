import type { ToolSpec } from "../core/ports/request.ts";
import { artifactOf, type Phase } from "../core/terms/phase.ts";
import type { Policy } from "../core/terms/policy.ts";
import { rulesOf } from "../core/terms/talk-rules.ts";
import { specOf } from "../core/work/tool.ts";
import { listFiles } from "../tools/code/files/list-files.ts";
import { readFile } from "../tools/code/files/read-file.ts";
import { searchCode } from "../tools/code/files/search-code.ts";
import { readDiff } from "../tools/code/read-diff.ts";
import { askPm } from "../tools/talk/ask-pm.ts";
import { deferPoint } from "../tools/talk/defer-point.ts";
import { passTurn } from "../tools/talk/pass-turn.ts";
import { recordDecision } from "../tools/talk/record-decision.ts";
import { sizeWork } from "../tools/talk/size-work.ts";
import { submitArtifact } from "../tools/talk/submit-artifact.ts";
import { volunteer } from "../tools/talk/volunteer.ts";

/** What every speaker may do with the ledger. */
export function ledgerTools(phase: Phase) {
  return rulesOf(phase).defers ? [recordDecision, deferPoint] : [recordDecision];
}

/** What every speaker may use to look at the code, and at the change if there is one to judge. */
export function lookingTools(phase: Phase) {
  const reading = [readFile, listFiles, searchCode];
  return rulesOf(phase).judgesChange ? [...reading, readDiff] : reading;
}

/** One list in fixed order for all speakers of a phase, so that they share the cached tools, rules and transcript. */
export function offeredIn(phase: Phase, { assign = "auto" }: Pick<Policy, "assign">): readonly ToolSpec[] {
  const artifact = artifactOf(phase);
  if (artifact === undefined) return [];
  const { sizes, volunteers } = rulesOf(phase);
  return [
    passTurn,
    ...ledgerTools(phase),
    askPm,
    ...(sizes ? [sizeWork] : []),
    // Where Huddle gives out the tasks, a person may still ask for volunteers; that turn then shows the tool.
    ...(volunteers && assign !== "auto" ? [volunteer] : []),
    submitArtifact(artifact),
    ...lookingTools(phase),
  ].map(specOf);
}

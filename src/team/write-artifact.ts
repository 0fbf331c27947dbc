import type { Step } from "../core/decide/step.ts";
import type { Draft } from "../core/facts/fact.ts";
import { acceptArtifact } from "../core/rules/accept-artifact.ts";
import { blockingIn } from "../core/rules/fix-tasks.ts";
import type { State } from "../core/state/state.ts";
import type { Artifact } from "../core/terms/artifacts.ts";
import { artifactId } from "../core/terms/ids.ts";
import { artifactName } from "../core/terms/phase.ts";
import { needsYes } from "../core/terms/policy.ts";
import type { StepContext } from "../core/work/step-context.ts";
import type { TerminalTool } from "../core/work/tool.ts";
import type { Outcome } from "../loop/outcome.ts";
import { stepFailed } from "../loop/step-failed.ts";
import { artifactJsonSchema, submitArtifact } from "../tools/talk/submit-artifact.ts";
import { takeTurn, turnEnded } from "./take-turn.ts";

type Writing = Extract<Step, { kind: "artifact" }>;

/** Asks for the phase's artifact. It is checked before it counts, and goes back to its writer while it is wrong. */
export async function writeArtifact(context: StepContext<Writing>): Promise<void> {
  const { step, journal } = context;
  const { stage, session } = journal.state();
  await takeTurn(context, {
    kind: "artifact",
    seat: step.seat,
    round: (stage?.coached ?? 0) + 1,
    asks: session.policy.asks.artifact,
    tools: [],
    terminal: submitArtifact(step.artifact),
    held: (shown) => heldTo(context, shown),
    textEnds: false,
    closing: (outcome, at, first) => ending(step, outcome, at, first),
  });
}

/** Checks against our schema first, then against the project's own, if the charter shows one. */
async function heldTo(
  { step, prompts }: StepContext<Writing>,
  shown: unknown,
): Promise<TerminalTool<Artifact>> {
  const isOurs = JSON.stringify(shown) === JSON.stringify(artifactJsonSchema(step.artifact));
  if (isOurs || shown === undefined) return submitArtifact(step.artifact);
  return submitArtifact(step.artifact, await prompts.holdTo(shown));
}

function ending(step: Writing, outcome: Outcome<Artifact>, at: State, first: number): readonly Draft[] {
  switch (outcome.kind) {
    case "done":
      return handOver(step, outcome.value, at, first);
    case "no-tool-twice":
    case "iteration-limit":
    case "max-iterations":
    case "model-error":
    case "invalid-result":
    case "blocked":
      return [
        stepFailed(step.key, `${step.seat} handed in no valid ${artifactName(step.artifact)}`, outcome),
      ];
    case "text":
    case "paused":
    case "over-budget":
    case "stopped":
      return [];
  }
}

function handOver(step: Writing, artifact: Artifact, at: State, first: number): readonly Draft[] {
  const stage = at.stage;
  if (!stage) throw new Error("an artifact outside of a phase");
  const submitted: Draft = {
    actor: step.seat,
    event: {
      type: "artifact.submitted",
      ...artifact,
      phase: stage.phase,
      visit: stage.visit,
      version: step.version,
    },
  };
  const ended = turnEnded(step.key, "submitted");
  if (needsYes(at.session.policy.pace, step.artifact) || goesInCircles(artifact, stage.visit))
    return [submitted, ended];
  return [submitted, ended, ...acceptArtifact("harness", artifactId(first), artifact, at)];
}

/** Fixing and reviewing has repeated so often that a person should look. */
function goesInCircles({ kind, body }: Artifact, visit: number): boolean {
  return kind === "findings" && visit >= 3 && blockingIn(body).length > 0;
}

import type { Step } from "../core/decide/step.ts";
import type { Draft } from "../core/facts/fact.ts";
import type { State } from "../core/state/state.ts";
import { artifactName } from "../core/terms/phase.ts";
import type { StepContext } from "../core/work/step-context.ts";
import type { Outcome } from "../loop/outcome.ts";
import { stepFailed } from "../loop/step-failed.ts";
import { type HandedIn, submitArtifact } from "../tools/talk/submit-artifact.ts";
import { handOver, heldTo } from "./hand-over.ts";
import { takeTurn } from "./take-turn.ts";

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
    held: (shown) => heldTo(context.prompts, step.artifact, shown),
    textEnds: false,
    closing: (outcome, at, first) => ending(step, outcome, at, first),
  });
}

function ending(step: Writing, outcome: Outcome<HandedIn>, at: State, first: number): readonly Draft[] {
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

import type { Step } from "../core/decide/step.ts";
import type { Draft } from "../core/facts/fact.ts";
import { rulesOf } from "../core/terms/talk-rules.ts";
import type { StepContext } from "../core/work/step-context.ts";
import { failureWords, type Outcome } from "../loop/outcome.ts";
import { stepFailed } from "../loop/step-failed.ts";
import { askPm } from "../tools/talk/ask-pm.ts";
import { passTurn } from "../tools/talk/pass-turn.ts";
import { signalPhaseComplete } from "../tools/talk/signal-phase-complete.ts";
import { ledgerTools } from "./discussion-tools.ts";
import { takeTurn, turnEnded } from "./take-turn.ts";

type Speaking = Extract<Step, { kind: "turn" | "architect" | "coach" }>;

/** One turn in a discussion: a member says one thing or passes; the coach sums up, asks, or ends the phase. */
export async function speak(context: StepContext<Speaking>): Promise<void> {
  const { step, journal } = context;
  const { stage, session } = journal.state();
  const isCoach = step.kind === "coach";
  const leads = isCoach && stage !== undefined && rulesOf(stage.phase).coach === "each-round";
  await takeTurn(context, {
    kind: step.kind === "turn" ? "engineer" : step.kind,
    seat: step.seat,
    round: step.round,
    asks: session.policy.asks.turn,
    tools: isCoach ? [...ledgerTools, askPm] : ledgerTools,
    terminal: leads ? signalPhaseComplete : passTurn,
    textEnds: true,
    closing: (outcome) => ending(step, leads, outcome),
  });
}

function ending(step: Speaking, leads: boolean, outcome: Outcome<string>): readonly Draft[] {
  switch (outcome.kind) {
    case "text":
      return [turnEnded(step.key, "said")];
    case "done":
      // With words it is no pass: the others read them.
      if (!leads && outcome.said) return [turnEnded(step.key, "said")];
      if (!leads) return [turnEnded(step.key, "passed", outcome.value)];
      return [
        { actor: step.seat, event: { type: "phase.signalled", summary: outcome.value } },
        turnEnded(step.key, "said"),
      ];
    // A turn that ends early does no harm: the talk goes on.
    case "no-tool-twice":
    case "iteration-limit":
    case "max-iterations":
    case "invalid-result":
      return [turnEnded(step.key, "cut", failureWords(outcome))];
    case "model-error":
    case "blocked":
      return [stepFailed(step.key, `${step.seat} could not speak`, outcome)];
    case "paused":
    case "over-budget":
    case "stopped":
      return [];
  }
}

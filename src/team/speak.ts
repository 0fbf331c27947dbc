import type { Step } from "../core/decide/step.ts";
import type { Draft } from "../core/facts/fact.ts";
import type { Stage } from "../core/state/stage.ts";
import { type ArtifactKind, artifactName, artifactOf } from "../core/terms/phase.ts";
import { rulesOf } from "../core/terms/talk-rules.ts";
import type { StepContext } from "../core/work/step-context.ts";
import { failureWords, type Outcome } from "../loop/outcome.ts";
import { stepFailed } from "../loop/step-failed.ts";
import { askPm } from "../tools/talk/ask-pm.ts";
import { passTurn } from "../tools/talk/pass-turn.ts";
import { signalPhaseComplete } from "../tools/talk/signal-phase-complete.ts";
import { type HandedIn, submitArtifact } from "../tools/talk/submit-artifact.ts";
import { ledgerTools } from "./discussion-tools.ts";
import { handOver, heldTo } from "./hand-over.ts";
import { takeTurn, turnEnded } from "./take-turn.ts";

type Speaking = Extract<Step, { kind: "turn" | "architect" | "coach" }>;

/** One turn in a discussion: a member says one thing or passes; the coach sums up, asks, or ends the phase. */
export async function speak(context: StepContext<Speaking>): Promise<void> {
  const { step, journal, prompts } = context;
  const { stage, session } = journal.state();
  const phase = stage?.phase ?? "refinement";
  const { coach } = rulesOf(phase);
  const recording = ledgerTools(phase);
  const isCoach = step.kind === "coach";
  const turn = {
    kind: step.kind === "turn" ? ("engineer" as const) : step.kind,
    seat: step.seat,
    round: step.round,
    asks: session.policy.asks.turn,
    tools: isCoach ? [...recording, askPm] : recording,
    textEnds: true,
  };
  const kind = stage && artifactOf(stage.phase);
  if (isCoach && kind && (await signals(context, stage)))
    return takeTurn(context, {
      ...turn,
      terminal: signalPhaseComplete,
      closing: (outcome) => ending(step, outcome, ({ value }) => signalled(step, value)),
    });
  if (isCoach && kind && coach !== "when-called")
    return takeTurn(context, {
      ...turn,
      asks: Math.max(turn.asks, session.policy.asks.artifact),
      terminal: submitArtifact(kind),
      held: (shown) => heldTo(prompts, kind, shown),
      closing: (outcome, at, first) =>
        outcome.kind === "invalid-result"
          ? asksAgain(step, kind, outcome)
          : ending(step, outcome, ({ value }) => handOver(step, value, at, first)),
    });
  return takeTurn(context, {
    ...turn,
    terminal: passTurn,
    closing: (outcome) => ending(step, outcome, (done) => passed(step, done)),
  });
}

/** In sessions that began so, the coach ends a talk first, and is asked for its result in a turn of its own. */
async function signals({ charter }: StepContext, stage: Stage): Promise<boolean> {
  const rules = await charter(stage.charter);
  return rules?.tools.some(({ name }) => name === signalPhaseComplete.name) ?? false;
}

type Done<T> = Extract<Outcome<T>, { kind: "done" }>;

function signalled(step: Speaking, summary: string): readonly Draft[] {
  return [{ actor: step.seat, event: { type: "phase.signalled", summary } }, turnEnded(step.key, "said")];
}

/** The talk is over, but its result was never right: the coach is asked for it alone. */
function asksAgain(step: Speaking, kind: ArtifactKind, outcome: Outcome<HandedIn>): readonly Draft[] {
  const summary = `The talk is over, but ${step.seat} handed in no valid ${artifactName(kind)}.`;
  return [
    { actor: step.seat, event: { type: "phase.signalled", summary } },
    turnEnded(step.key, "cut", failureWords(outcome)),
  ];
}

/** With words it is no pass: the others read them. */
function passed(step: Speaking, { said, value }: Done<string>): readonly Draft[] {
  return [said ? turnEnded(step.key, "said") : turnEnded(step.key, "passed", value)];
}

function ending<T>(
  step: Speaking,
  outcome: Outcome<T>,
  done: (outcome: Done<T>) => readonly Draft[],
): readonly Draft[] {
  switch (outcome.kind) {
    case "text":
      return [turnEnded(step.key, "said")];
    case "done":
      return done(outcome);
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

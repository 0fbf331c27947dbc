import type { TeamEvent } from "../core/events.ts";
import type { Draft } from "../core/fact.ts";
import { byHarness } from "../core/ports.ts";
import type { Step } from "../core/step.ts";
import type { StepContext } from "../core/step-context.ts";
import { loadCharter } from "../loop/load-charter.ts";
import { openLoop } from "../loop/open-loop.ts";
import { failureWords, type Outcome } from "../loop/outcome.ts";
import { runToolLoop } from "../loop/run-tool-loop.ts";
import { askPm } from "../tools/ask-pm.ts";
import { passTurn } from "../tools/pass-turn.ts";
import { recordDecision } from "../tools/record-decision.ts";
import { signalPhaseComplete } from "../tools/signal-phase-complete.ts";
import { lookingTools } from "./discussion-tools.ts";

type Speaking = Extract<Step, { kind: "turn" | "coach" }>;

/** One turn in a discussion: an engineer says one thing or passes; the coach sums up, asks, or ends the phase. */
export async function speak(context: StepContext<Speaking>): Promise<void> {
  const { step, journal } = context;
  const files = context.workspace.tree(journal.state().integration, context.signal);
  const isCoach = step.kind === "coach";
  const terminal = isCoach ? signalPhaseComplete : passTurn;
  const kind = isCoach ? "coach" : "engineer";
  const asks = journal.state().session.policy.asks.turn;
  const thread = {
    type: "turn.started" as const,
    thread: step.key,
    seat: step.seat,
    round: step.round,
    kind: kind as "coach" | "engineer",
  };
  const tools = [recordDecision, ...(isCoach ? [askPm] : []), ...lookingTools];
  const loop = await openLoop(context, {
    name: step.key,
    terminal: terminal.name,
    tools,
    asks,
    textEnds: true,
    thread,
  });
  await runToolLoop({
    loop,
    context,
    charter: await loadCharter(context, step.key),
    tools,
    terminal,
    hands: { files, worktree: undefined, diff: undefined },
    closing: (outcome) => ending(step, outcome),
  });
}

function ending(step: Speaking, outcome: Outcome<string>): readonly Draft[] {
  const ended = (how: "said" | "passed" | "cut", reason?: string) =>
    byHarness({ type: "turn.ended", thread: step.key, how, ...(reason !== undefined && { reason }) });
  switch (outcome.kind) {
    case "text":
      return [{ actor: step.seat, event: posted(step, outcome) }, ended("said")];
    case "done":
      if (step.kind === "turn") return [ended("passed", outcome.value)];
      return [
        { actor: step.seat, event: { type: "phase.signalled", summary: outcome.value } },
        ended("said"),
      ];
    // A turn without words is a pity and no more: the talk goes on.
    case "no-tool-twice":
    case "iteration-limit":
    case "max-iterations":
    case "invalid-result":
      return [ended("cut", failureWords(outcome))];
    case "model-error":
    case "blocked":
      return [
        byHarness({
          type: "step.failed",
          step: step.key,
          error: `${step.seat} could not speak: ${failureWords(outcome)}`,
        }),
      ];
    case "paused":
    case "over-budget":
    case "stopped":
      return [];
  }
}

function posted(step: Speaking, said: Extract<Outcome<string>, { kind: "text" }>): TeamEvent {
  const { text, missing = [] } = said;
  const marked = missing.length > 0 && { missing: [...missing] };
  return { type: "message.posted", text, thread: step.key, ...marked };
}

import { acceptArtifact } from "../core/accept-artifact.ts";
import type { ArtifactBody } from "../core/artifacts.ts";
import type { Draft } from "../core/fact.ts";
import { artifactId } from "../core/ids.ts";
import { needsPerson } from "../core/policy.ts";
import { byHarness } from "../core/ports.ts";
import type { State } from "../core/state.ts";
import type { Step } from "../core/step.ts";
import type { StepContext } from "../core/step-context.ts";
import { loadCharter } from "../loop/load-charter.ts";
import { openLoop } from "../loop/open-loop.ts";
import { failureWords, type Outcome } from "../loop/outcome.ts";
import { runToolLoop } from "../loop/run-tool-loop.ts";
import { submitArtifact } from "../tools/submit-artifact.ts";
import { lookingTools } from "./discussion-tools.ts";

type Writing = Extract<Step, { kind: "artifact" }>;

/** Has the phase's artifact written. It is checked before it counts, and goes back to its writer while it is wrong. */
export async function writeArtifact(context: StepContext<Writing>): Promise<void> {
  const { step, journal } = context;
  const { name } = submitArtifact(step.artifact);
  const state = journal.state();
  const files = context.workspace.tree(state.integration, context.signal);
  const round = (state.stage?.coached ?? 0) + 1;
  const thread = {
    type: "turn.started" as const,
    thread: step.key,
    seat: step.seat,
    round,
    kind: "artifact" as const,
  };
  const loop = await openLoop(context, {
    name: step.key,
    terminal: name,
    tools: lookingTools,
    asks: state.session.policy.asks.artifact,
    textEnds: false,
    thread,
  });
  const charter = await loadCharter(context, step.key);
  const shown = charter.tools.find((tool) => tool.name === name)?.schema;
  await runToolLoop({
    loop,
    context,
    charter,
    tools: lookingTools,
    terminal: submitArtifact(step.artifact, shown),
    hands: { files, worktree: undefined, diff: undefined },
    closing: (outcome, at, first) => ending(step, outcome, at, first),
  });
}

function ending(step: Writing, outcome: Outcome<ArtifactBody>, at: State, first: number): readonly Draft[] {
  switch (outcome.kind) {
    case "done":
      return handOver(step, outcome.value, at, first);
    case "no-tool-twice":
    case "iteration-limit":
    case "max-iterations":
    case "model-error":
    case "invalid-result":
    case "blocked": {
      const error = `${step.seat} handed in no valid ${step.artifact}: ${failureWords(outcome)}`;
      return [byHarness({ type: "step.failed", step: step.key, error })];
    }
    case "text":
    case "paused":
    case "over-budget":
    case "stopped":
      return [];
  }
}

function handOver(step: Writing, body: ArtifactBody, at: State, first: number): readonly Draft[] {
  const stage = at.stage;
  if (!stage) throw new Error("an artifact outside of a phase");
  const submitted: Draft = {
    actor: step.seat,
    event: {
      type: "artifact.submitted",
      kind: step.artifact,
      phase: stage.phase,
      visit: stage.visit,
      version: step.version,
      body,
    },
  };
  const ended = byHarness({ type: "turn.ended", thread: step.key, how: "submitted" });
  if (needsPerson(at.session.policy.pace, step.artifact)) return [submitted, ended];
  return [
    submitted,
    ended,
    ...acceptArtifact("harness", artifactId(first), step.artifact, body, at.session.seats),
  ];
}

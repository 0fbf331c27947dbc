import type { Step } from "../core/decide/step.ts";
import type { Draft } from "../core/facts/fact.ts";
import { changeMeeting } from "../core/rules/meeting/change-meeting.ts";
import type { State } from "../core/state/state.ts";
import { meetingFor } from "../core/terms/meeting/meeting.ts";
import type { StepContext } from "../core/work/step-context.ts";
import { failureWords, type Outcome } from "../loop/outcome.ts";
import { stepFailed } from "../loop/step-failed.ts";
import { type SizedWork, sizeWork } from "../tools/talk/size-work.ts";
import { takeTurn, turnEnded } from "./take-turn.ts";

type Sizing = Extract<Step, { kind: "sizing" }>;

/** Before the talk, the coach says how large the brief looks. Without an answer the talk begins anyway. */
export async function sizeUp(context: StepContext<Sizing>): Promise<void> {
  const { step, journal } = context;
  await takeTurn(context, {
    kind: "sizing",
    seat: step.seat,
    round: 1,
    asks: journal.state().session.policy.asks.turn,
    tools: [],
    terminal: sizeWork,
    textEnds: false,
    closing: (outcome, at, first) => ending(step, outcome, at, first),
  });
}

function ending(step: Sizing, outcome: Outcome<SizedWork>, at: State, first: number): readonly Draft[] {
  switch (outcome.kind) {
    case "done":
      return [
        { actor: step.seat, event: { type: "work.sized", ...outcome.value } },
        turnEnded(step.key, "submitted"),
        ...meetingOf(outcome.value, at, first + 2),
      ];
    case "text":
    case "no-tool-twice":
    case "iteration-limit":
    case "max-iterations":
    case "invalid-result":
    case "blocked":
      return [turnEnded(step.key, "cut", failureWords(outcome))];
    case "model-error":
      return [stepFailed(step.key, `${step.seat} could not speak`, outcome)];
    case "paused":
    case "over-budget":
    case "stopped":
      return [];
  }
}

/** The meeting that this work is worth. Whether small work gets none is asked first, where somebody is there to ask. */
function meetingOf(work: SizedWork, at: State, first: number): readonly Draft[] {
  const { meeting, pace } = at.session.policy;
  const to = meetingFor(work);
  if (meeting === undefined || (to === "none" && pace !== "auto")) return [];
  const change = changeMeeting(at, { actor: "harness", to, why: "as the coach sizes the work", first });
  return change && !("refused" in change) ? change : [];
}

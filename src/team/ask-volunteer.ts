import type { Step } from "../core/decide/step.ts";
import type { Draft } from "../core/facts/fact.ts";
import { byHarness } from "../core/facts/fact.ts";
import { charterText } from "../core/prompt/charter.ts";
import { proposedOwners } from "../core/rules/assign-tasks.ts";
import type { State } from "../core/state/state.ts";
import type { Blob } from "../core/terms/ids.ts";
import { buildersOf } from "../core/terms/policy.ts";
import type { StepContext } from "../core/work/step-context.ts";
import { specOf } from "../core/work/tool.ts";
import { failureWords, type Outcome } from "../loop/outcome.ts";
import { stepFailed } from "../loop/step-failed.ts";
import { type Volunteered, volunteer } from "../tools/talk/volunteer.ts";
import { takeTurn, turnEnded } from "./take-turn.ts";

type Volunteering = Extract<Step, { kind: "volunteer" }>;

/** Asks one engineer which of the open tasks they would take. A person then decides who takes what. */
export async function askVolunteer(context: StepContext<Volunteering>): Promise<void> {
  const { step, journal } = context;
  const { session, stage } = journal.state();
  const charter = await withTool(context, stage?.charter ?? "");
  await takeTurn(context, {
    ...(charter !== undefined && { charter }),
    kind: "volunteer",
    seat: step.seat,
    round: Math.max(1, stage?.coached ?? 1),
    asks: session.policy.asks.turn,
    tools: [],
    terminal: volunteer,
    textEnds: false,
    closing: (outcome, at) => ending(step, outcome, at),
  });
}

/** Rules that have the tool, where those of the phase do not. Undefined: they do. */
async function withTool(context: StepContext, phase: Blob): Promise<Blob | undefined> {
  const charter = await context.charter(phase);
  if (!charter || charter.tools.some(({ name }) => name === volunteer.name)) return undefined;
  return context.blobs.put(charterText({ ...charter, tools: [...charter.tools, specOf(volunteer)] }));
}

function ending(step: Volunteering, outcome: Outcome<readonly Volunteered[]>, at: State): readonly Draft[] {
  switch (outcome.kind) {
    case "done": {
      const wanted = outcome.value.map(
        ({ task, why }): Draft => ({
          actor: step.seat,
          event: { type: "task.volunteered", task, seat: step.seat, why },
        }),
      );
      return [...wanted, turnEnded(step.key, "submitted"), ...lastOne(step, at, outcome.value)];
    }
    case "text":
    case "no-tool-twice":
    case "iteration-limit":
    case "max-iterations":
    case "invalid-result":
    case "blocked":
      return [turnEnded(step.key, "cut", failureWords(outcome)), ...lastOne(step, at, [])];
    case "model-error":
      return [stepFailed(step.key, `${step.seat} could not be asked`, outcome)];
    case "paused":
    case "over-budget":
    case "stopped":
      return [];
  }
}

/** If no person is asked, the last answer settles who takes what. */
function lastOne(step: Volunteering, at: State, wanted: readonly Volunteered[]): readonly Draft[] {
  if (at.session.policy.pace !== "auto") return [];
  const asked = [...(at.volunteering?.asked ?? []), step.seat];
  if (buildersOf(at.session.seats).some(({ id }) => !asked.includes(id))) return [];
  return proposedOwners(at, { seat: step.seat, wanted }).map(({ task, seat, why }) =>
    byHarness({ type: "task.assigned", task, seat, why }),
  );
}

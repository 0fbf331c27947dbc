import { artifactOf, type Phase } from "../core/phase.ts";
import { byHarness, type Prompts, refusal } from "../core/ports.ts";
import type { State } from "../core/state.ts";
import type { Step } from "../core/step.ts";
import { mayBegin, NoLongerWanted, type StepContext } from "../core/step-context.ts";
import { basisText, type Charter, charterText } from "../core/views/charter.ts";
import { offeredIn } from "./discussion-tools.ts";

/** Opens a phase without a model call: rules, artifacts and decisions as they stand become its charter, by hash. */
export async function enterPhase(
  context: StepContext<Extract<Step, { kind: "enter-phase" }>>,
): Promise<void> {
  const { step, journal, prompts, blobs } = context;
  const state = journal.state();
  const charter = await blobs.put(charterText(await charterOf(prompts, step.phase, state)));
  const kickoff = (await prompts.read(`kickoff-${step.phase}.md`))
    .replaceAll("{{title}}", state.session.title)
    .trim();
  const entered = await journal.append((at) => {
    if (!mayBegin(context, at)) return refusal("no longer wanted");
    return [byHarness({ type: "phase.entered", phase: step.phase, visit: step.visit, kickoff, charter })];
  });
  if (entered.kind !== "done") throw new NoLongerWanted();
}

async function charterOf(prompts: Prompts, phase: Phase, state: State): Promise<Charter> {
  const artifact = artifactOf(phase);
  // Implementation holds no discussion: its threads bring charters of their own.
  if (artifact === undefined) return { system: "", coach: "", artifact: "", tools: [] };
  const rules = await Promise.all(["team.md", `${phase}.md`].map((name) => prompts.read(name)));
  return {
    system: [...rules.map((text) => text.trim()), basisText(state)].join("\n\n"),
    coach: (await prompts.read("coach.md")).trim(),
    artifact: (await prompts.read(`artifact-${artifact}.md`)).trim(),
    tools: offeredIn(phase),
  };
}

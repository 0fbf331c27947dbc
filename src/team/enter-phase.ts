import type { Step } from "../core/decide/step.ts";
import { byHarness, refusal } from "../core/facts/fact.ts";
import type { Prompts } from "../core/ports/prompts.ts";
import { systemText } from "../core/prompt/basis-text.ts";
import { type Charter, charterText } from "../core/prompt/charter.ts";
import { speakingOrder } from "../core/rules/review/speaking-order.ts";
import type { State } from "../core/state/state.ts";
import { artifactOf, type Phase } from "../core/terms/phase.ts";
import { fillPrompt } from "../core/terms/prompt-files.ts";
import { rulesOf } from "../core/terms/talk-rules.ts";
import { oneLine } from "../core/text/one-line.ts";
import { checksOf } from "../core/work/checks-of.ts";
import { mayBegin, NoLongerWanted, type StepContext } from "../core/work/step-context.ts";
import { submitArtifact } from "../tools/talk/submit-artifact.ts";
import { offeredIn } from "./discussion-tools.ts";
import { whatLanded } from "./landed.ts";

/** Opens a phase without a model call: the present rules, artifacts and decisions become its charter, kept by hash. */
export async function enterPhase(
  context: StepContext<Extract<Step, { kind: "enter-phase" }>>,
): Promise<void> {
  const { step, journal, prompts, blobs } = context;
  const state = journal.state();
  const { judgesChange, oneTurnUpTo, plans } = rulesOf(step.phase);
  const landed = judgesChange ? await whatLanded(context, oneTurnUpTo) : undefined;
  const known = plans ? await checksOf(context) : landed?.text;
  const charter = await blobs.put(charterText(await charterOf(prompts, step.phase, state, known)));
  const { title } = state.session;
  const opening = fillPrompt(await prompts.read(`kickoff-${step.phase}.md`), {
    title: oneLine(title),
  }).trim();
  // Nobody talks while building: there is nothing to say again.
  const talksAgain = step.visit > 1 && artifactOf(step.phase) !== undefined;
  const again = landed?.again || (talksAgain ? hereAgain : "");
  const kickoff = again === "" ? opening : `${opening}\n\n${again}`;
  const turns = landed?.turns;
  const entered = await journal.append((at) => {
    if (!mayBegin(context, at)) return refusal("no longer wanted");
    const { phase, visit } = step;
    return [
      byHarness({
        type: "phase.entered",
        phase,
        visit,
        kickoff,
        charter,
        ...(turns !== undefined && { turns }),
        ...(judgesChange && { order: [...speakingOrder(at)] }),
      }),
    ];
  });
  if (entered.kind !== "done") throw new NoLongerWanted();
}

const hereAgain =
  "The team has been in this phase before. What it agreed then is above and holds until it is changed: say what has to change, and why.";

/** `known`: what only this kind of phase needs to know, such as the checks or what has landed. */
async function charterOf(prompts: Prompts, phase: Phase, state: State, known = ""): Promise<Charter> {
  const artifact = artifactOf(phase);
  // Implementation has no discussion; each of its threads has its own charter.
  if (artifact === undefined) return { system: "", coach: "", artifact: "", tools: [] };
  const { sizes, volunteers, callsOnly, engineers } = rulesOf(phase);
  const words = async (name: string) => (await prompts.read(name)).trim();
  const schema: unknown = JSON.parse(await prompts.read(`${artifact}.schema.json`));
  const { name } = submitArtifact(artifact);
  const instructions = await prompts.instructions(state.session.repo.base);
  return {
    system: [
      systemText([await words("team.md"), await words(`${phase}.md`)], instructions, state),
      ...(known === "" ? [] : [known]),
    ].join("\n\n"),
    coach: (await Promise.all(coachPrompts(phase).map(words))).join("\n\n"),
    artifact: await words(`artifact-${artifact}.md`),
    // The artifact is checked against the schema that the model sees.
    tools: offeredIn(phase, state.session.policy).map((tool) =>
      tool.name === name ? { ...tool, schema } : tool,
    ),
    roles: {
      engineer: await words(engineers),
      architect: await words("architect.md"),
    },
    moments: {
      ...(sizes && { sizing: await words("coach-sizing.md") }),
      ...(volunteers && { volunteer: await words("volunteer.md") }),
      ...(callsOnly && { called: await words("engineer-called.md") }),
    },
  };
}

/** A coach who speaks only when mentioned has no talk to lead; who leads one also hands in its result. */
function coachPrompts(phase: Phase): readonly string[] {
  const own = `coach-${phase}.md`;
  const result = `artifact-${artifactOf(phase)}.md`;
  switch (rulesOf(phase).coach) {
    case "each-round":
      return ["coach.md", own, result];
    case "when-called":
      return [own];
    case "when-needed":
      return [own, result];
  }
}

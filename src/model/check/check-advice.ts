import type { Ability } from "./check-cases.ts";
import type { Dropped } from "./tools-dropped.ts";

interface Found {
  readonly model: string;
  readonly can: Readonly<Record<Ability, boolean>>;
  readonly dropped?: Dropped;
  readonly window?: number;
  /** For models that Ollama runs: what is cut off silently was measured, and has its own advice. */
  readonly context?: { readonly advice: string };
}

/** The least context that building needs. */
export const wantedWindow = 32_768;

/** What can help where the check found something missing, most helpful first. Empty: nothing is missing. */
export function checkAdvice(found: Found): readonly string[] {
  return [...droppedAdvice(found), ...abilityAdvice(found), ...windowAdvice(found)];
}

function droppedAdvice({ dropped, model }: Found): readonly string[] {
  if (!dropped) return [];
  return [
    `The server seems to drop the tools it is sent: they are at least ${dropped.tools} tokens, and it counted ${dropped.counted}. Its chat template for this model knows no tools. llama.cpp: start it with --jinja and a template that has tools; vLLM: --enable-auto-tool-choice and --tool-call-parser; Ollama and LM Studio: a build of the model that lists tools. Then: huddle model check ${model}`,
  ];
}

function abilityAdvice({ can, dropped }: Found): readonly string[] {
  if (can.build) return [];
  if (can.tools)
    return [
      "It can lead and take part in discussions and review. For the engineers who build, set another model: huddle model set strong <provider/model>",
    ];
  if (can.talk)
    return [
      ...(dropped
        ? []
        : ["Set another model for the members who need tools: huddle model set all <provider/model>"]),
      'As it is, it can take part in discussions: give it to one engineer with "model" and "text": true in .huddle/team.json. Coach, architect and at least one engineer need a model with tools.',
    ];
  return [
    "Set another model: huddle model set all <provider/model>",
    'A model that mixes up who said what may follow a talk better as one who took part in it: "rendering": "perspective" in .huddle/team.json.',
  ];
}

function windowAdvice({ window, context }: Found): readonly string[] {
  if (context) return context.advice === "" ? [] : [context.advice];
  if (window === undefined || window >= wantedWindow) return [];
  return [
    `Its server gives it a window of ${window} tokens. Building needs about ${wantedWindow}. llama.cpp: -c ${wantedWindow} (for each of its slots); vLLM: --max-model-len ${wantedWindow}; LM Studio: lms load --context-length ${wantedWindow}.`,
  ];
}

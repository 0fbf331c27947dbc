import { Fault } from "../core/fault.ts";

/** What `huddle run` says in a person's own project. Honest about what this version cannot do yet. */
export function noModel(): Fault {
  return new Fault(
    "model.missing",
    `No model is set up for this project, and this version has no connection to a provider yet: it plays rehearsals only.
There will be three ways to get a model:
  1. a provider's key in the environment (such as ANTHROPIC_API_KEY) and a model named in your own config;
  2. a local endpoint that speaks OpenAI's protocol, such as Ollama;
  3. none at all: watch a scripted team work, now, with: huddle demo`,
  );
}

import { exampleModel } from "../../terms/policy.ts";

/** What a person can do who has no model, in lines. */
export const waysToAModel: readonly string[] = [
  "There are three ways to get one:",
  `  1. a provider: put its key into the environment (ANTHROPIC_API_KEY, OPENAI_API_KEY or GEMINI_API_KEY), unless it is there, and name a model:  huddle model set all ${exampleModel}`,
  "  2. your own machine: start Ollama, LM Studio, vLLM or llama.cpp, and choose a model that it has:  huddle model",
  "  3. none at all: watch a scripted team work, now:  huddle demo",
];

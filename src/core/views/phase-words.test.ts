import { expect, test } from "vitest";
import { allPhases, type Phase } from "../terms/phase.ts";
import { phaseWords } from "./phase-words.ts";

const words: Readonly<Record<Phase, string>> = {
  meeting: "meeting",
  refinement: "refinement",
  planning: "planning",
  "pre-code-review": "pre-code review",
  implementation: "build",
  "code-review": "code review",
  exploration: "exploration",
};

test.each(allPhases)("a sentence names %s in the words of a person", (phase) => {
  expect(phaseWords(phase)).toBe(words[phase]);
});

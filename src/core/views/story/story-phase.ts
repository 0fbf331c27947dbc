import type { PhaseEvent } from "../../facts/chapters.ts";
import type { Fact } from "../../facts/fact.ts";
import { howLarge } from "../inbox/size.ts";
import { phaseName } from "../phase-words.ts";
import { type StoryLine, storyLine } from "./story-line.ts";

/** From phase to phase: where the team is, and where a person wants it to be. */
export function phaseStory(fact: Fact, event: PhaseEvent): readonly StoryLine[] {
  switch (event.type) {
    case "phase.entered": {
      const again = event.visit > 1 ? ", again" : "";
      return [storyLine(fact, "phase", `${phaseName(event.phase)}${again}`, { rows: [event.kickoff] })];
    }
    case "phase.signalled":
      return fact.actor === "human"
        ? [storyLine(fact, "answer", whatYouDo(event.summary))]
        : [storyLine(fact, "said", event.summary)];
    // Why is in a message of its own, which the team reads.
    case "phase.requested":
      return [storyLine(fact, "answer", `${phaseName(event.phase)} next`)];
    case "phase.skipped":
      return [storyLine(fact, "answer", "this phase ends here")];
    case "phase.extended":
      return [storyLine(fact, "answer", goesOn(event.turns))];
    case "work.sized":
      return [storyLine(fact, "said", `${howLarge(event)} ${event.why}`)];
    case "size.settled":
      return [
        storyLine(fact, "answer", event.how === "do" ? "one engineer does it" : "let us talk about it"),
      ];
  }
}

/** The log names the person in a sentence. The story has the name in front, and that may be "you". */
function whatYouDo(summary: string): string {
  const wanted = /^The product manager wants (.+?)\.?$/.exec(summary)?.[1];
  return wanted === undefined ? summary : `wanted: ${wanted}`;
}

function goesOn(turns: number): string {
  if (turns === 0) return "the talk goes on";
  return `the talk goes on, for ${turns === 1 ? "one more turn" : `${turns} more turns`}`;
}

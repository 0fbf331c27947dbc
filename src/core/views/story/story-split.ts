import type { EventOf } from "../../facts/events.ts";
import type { Fact } from "../../facts/fact.ts";
import { type StoryLine, storyLine } from "./story-line.ts";

type Split = EventOf<"split.requested"> | EventOf<"split.proposed"> | EventOf<"split.settled">;

/** A task that is to become smaller ones. That it did is told with its end. */
export function splitStory(fact: Fact, event: Split): readonly StoryLine[] {
  const { task } = event;
  switch (event.type) {
    case "split.requested":
      return [storyLine(fact, "note", `is to become smaller tasks${added(event.words)}`, { task })];
    case "split.proposed": {
      const rows = event.parts.map(({ title }, index) => `${index + 1}. ${title}`);
      return [storyLine(fact, "done", `would divide it: ${event.why}`, { task, rows })];
    }
    case "split.settled":
      return settled(fact, event);
  }
}

function settled(fact: Fact, { task, how, words }: EventOf<"split.settled">): readonly StoryLine[] {
  switch (how) {
    case "split":
      return [];
    case "again":
      return [storyLine(fact, "answer", `divide it in another way: ${words}`, { task })];
    case "whole":
      return [storyLine(fact, "note", `stays one task, and goes on${added(words)}`, { task })];
  }
}

function added(words: string): string {
  return words === "" ? "" : `: ${words}`;
}

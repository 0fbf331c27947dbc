import type { Fact } from "../../src/core/facts/fact.ts";
import { fold } from "../../src/core/fold/fold.ts";
import { emptyState } from "../../src/core/state/state.ts";
import { storyOf } from "../../src/core/views/story/story.ts";

/** Everything that a person reads of a session, line by line. */
export async function toldStory(from: { facts(): Promise<readonly Fact[]> }): Promise<string> {
  let state = emptyState;
  const lines: string[] = [];
  for (const fact of await from.facts()) {
    const before = state;
    state = fold(state, fact);
    lines.push(...storyOf(fact, before, state).flatMap(({ text, rows }) => [text, ...rows]));
  }
  return lines.join("\n");
}

import type { Fact } from "../../src/core/facts/fact.ts";

/** From one request of a conversation to the next, in milliseconds: the middle of those that read, and of those that wrote. */
export interface Rounds {
  readonly reading: number;
  readonly writing: number;
}

/** Of the first so many requests: those of the first task's author. */
export function roundsOf(facts: readonly Fact[], asks: number): Rounds {
  const took = { reading: [] as number[], writing: [] as number[] };
  const asked = facts.filter(({ event }) => event.type === "model.asked").slice(0, asks);
  for (const [index, from] of asked.slice(0, -1).entries()) {
    const to = asked[index + 1] ?? from;
    const hasWritten = facts.slice(from.seq, to.seq).some(({ event }) => event.type === "tool.called");
    took[hasWritten ? "writing" : "reading"].push(Date.parse(to.at) - Date.parse(from.at));
  }
  return { reading: middleOf(took.reading), writing: middleOf(took.writing) };
}

function middleOf(all: readonly number[]): number {
  return all.toSorted((one, other) => one - other)[Math.floor(all.length / 2)] ?? Number.NaN;
}

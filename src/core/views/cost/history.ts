import type { Fact } from "../../facts/fact.ts";
import { type ArtifactId, artifactId, type TaskId } from "../../terms/ids.ts";
import type { Phase } from "../../terms/phase.ts";
import { type AttemptLine, openBook, sumOf } from "./attempts.ts";

/** What something took. */
export interface Effort {
  readonly requests: number;
  readonly tokens: number;
  /** Millionths of a dollar. Left out if some prices are unknown. */
  readonly micros?: number;
}

/** What a session took, as an example for estimates. */
export interface History {
  /** Its replies came from a script. */
  readonly isScripted: boolean;
  /** Tasks that landed, with building and reviews. */
  readonly tasks: readonly Effort[];
  /** Phases that were finished, with all their visits. */
  readonly phases: Readonly<Partial<Record<Phase, Effort>>>;
}

/** Reads a session fact by fact. */
export function openHistory(): { add(fact: Fact): void; history(): History } {
  const book = openBook();
  const landed = new Set<TaskId>();
  const left = new Set<Phase>();
  const handedIn = new Map<ArtifactId, Phase>();
  let phase: Phase | undefined;
  return { add, history };

  function add(fact: Fact): void {
    const { event } = fact;
    book.add(fact);
    if (event.type === "task.landed") landed.add(event.task);
    // Building ends when another phase starts; every other phase ends when its artifact is accepted.
    if (event.type === "artifact.submitted") handedIn.set(artifactId(fact.seq), event.phase);
    if (event.type === "artifact.settled" && event.verdict === "accepted") {
      const done = handedIn.get(event.artifact);
      if (done) left.add(done);
    }
    if (event.type !== "phase.entered") return;
    if (phase === "implementation") left.add(phase);
    phase = event.phase;
  }

  function history(): History {
    const lines = book.lines();
    const efforts = [...left].map(
      (one) => [one, effortOf(lines.filter((line) => line.phase === one))] as const,
    );
    return {
      isScripted: lines.some(isScripted),
      tasks: [...landed].map((id) => effortOf(lines.filter((line) => line.task === id))).filter(isExample),
      // A plan without a discussion is no example of planning.
      phases: Object.fromEntries(efforts.filter(([, effort]) => isExample(effort))),
    };
  }
}

/** Whether it is known what it took. */
function isExample({ tokens }: Effort): boolean {
  return tokens > 0;
}

export function isScripted({ model }: { readonly model: string }): boolean {
  return model.startsWith("rehearsal/");
}

/** A reservation is the most that an attempt could have taken, so it is no example of what attempts take. */
function effortOf(lines: readonly AttemptLine[]): Effort {
  const seen = lines.filter(({ end }) => end === "used" || end === "not charged");
  const isPriced = seen.every((line) => line.micros !== undefined);
  return {
    requests: lines.length,
    tokens: seen.reduce((all, { tokens }) => all + sumOf(tokens), 0),
    ...(isPriced && { micros: seen.reduce((all, { micros = 0 }) => all + micros, 0) }),
  };
}

import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Fact } from "../../src/core/facts/fact.ts";
import type { Rehearsal } from "../../src/model/rehearsal/rehearsal-script.ts";
import { HoldingPerson } from "./holding-person.ts";
import { compared, type Outcome, outcomeOf, playWhole, type WalkReport } from "./kill-walk.ts";
import { Theatre } from "./theatre.ts";

export interface Fire {
  readonly kills: number;
  readonly seed: number;
  /** A person takes tasks meanwhile. */
  readonly holds?: boolean;
  /** An empty folder. */
  readonly place: string;
}

export interface FireReport extends Omit<WalkReport, "walk" | "points"> {
  /** Runners that were shot so far. */
  readonly shot: number;
  /** Tasks that the person had and gave back in this session. */
  readonly held: number;
}

/** One session after the other until so many runners have been shot: on a quick machine one is over before. */
export async function* underFire(
  rehearsal: Rehearsal,
  { kills, seed, holds, place }: Fire,
): AsyncIterable<FireReport> {
  const expected = await playWhole(join(place, "whole"), rehearsal);
  const random = seeded(seed);
  // So that shots fall everywhere, in the talk as in building.
  const mostFacts = Math.ceil((1.4 * factsOf(expected)) / kills);
  let shot = 0;
  for (let session = 1; shot < kills; session += 1) {
    const theatre = new Theatre(join(place, `shot ${session}`), rehearsal);
    await theatre.open();
    const person = holds ? new HoldingPerson(theatre, random) : undefined;
    shot += await playUnderFire(theatre, {
      rehearsal: rehearsal.name,
      kills: kills - shot,
      mostFacts,
      random,
      person,
    });
    await theatre.check();
    yield { shot, held: person?.given ?? 0, ...compared(expected, await outcomeOf(theatre, isTaken)) };
  }
}

function factsOf({ tally: { counts } }: Outcome): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/** What a person did who took a task while it was tested. */
function isTaken({ event }: Fact): boolean {
  if (event.type === "hold.requested") return true;
  return event.type === "task.moved" && (event.trigger === "held" || event.trigger === "finished");
}

interface Shooting {
  readonly rehearsal: string;
  readonly kills: number;
  /** Facts that a runner lives for, at most. */
  readonly mostFacts: number;
  readonly random: () => number;
  readonly person: HoldingPerson | undefined;
}

/**
 * Plays a session in real processes and shoots them: each lives for a random number of facts, or for a while if a person
 * holds a task, then gets a SIGKILL. The next one is started at once, while children of the dead one may still work.
 * Returns how many were shot.
 */
async function playUnderFire(
  theatre: Theatre,
  { rehearsal, kills, mostFacts, random, person }: Shooting,
): Promise<number> {
  let shot = 0;
  const over = new AbortController();
  const living = person?.live(over.signal, () => shot < kills);
  try {
    for (;;) {
      const runner = spawn(
        process.execPath,
        ["build/test/support/theatre-process.js", theatre.root, rehearsal],
        { stdio: ["ignore", "ignore", "pipe"] },
      );
      let said = "";
      runner.stderr.on("data", (chunk: Buffer) => {
        said += chunk.toString();
      });
      const ended = once(runner, "exit");
      const life = { facts: 1 + Math.floor(random() * mostFacts), moreMs: random() * 60 };
      if (shot < kills && (await livesUntil(theatre, life, { ended, held: person?.holds() }))) {
        runner.kill("SIGKILL");
        shot += 1;
      }
      const [code, signal] = await ended;
      if (signal === "SIGKILL") {
        await person?.died(shot === kills);
        continue;
      }
      if (code !== 0) throw new Error(`the runner ended with ${code}: ${said}`);
      return shot;
    }
  } finally {
    over.abort();
    await living;
  }
}

/** Waits for this many more facts, and then a little, so that shots also fall between facts. False: it was done before. */
async function livesUntil(
  theatre: Theatre,
  { facts, moreMs }: { readonly facts: number; readonly moreMs: number },
  { ended, held }: { readonly ended: Promise<unknown>; readonly held: Promise<void> | undefined },
): Promise<boolean> {
  const journal = await theatre.journal();
  const over = new AbortController();
  const moved = journal.moved(journal.state().head + facts, over.signal);
  const reached = Promise.race([moved, ...(held ? [held] : [])]).then(() =>
    setTimeout(moreMs, true, { signal: over.signal }),
  );
  const first = await Promise.race([reached, ended.then(() => false)]);
  reached.catch(() => {}); // nobody waits for it any more
  over.abort();
  await journal.close();
  return first;
}

/** The same numbers for the same seed. */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import type { Theatre } from "./theatre.ts";

/**
 * Plays a session in real processes and shoots them: each lives for a random number of facts, then gets a SIGKILL, and the
 * next one is started at once, while children of the dead one may still work. Returns how many were shot.
 */
export async function playUnderFire(
  theatre: Theatre,
  rehearsal: string,
  kills: number,
  random: () => number,
): Promise<number> {
  let shot = 0;
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
    if (shot < kills && (await livesUntil(theatre, 1 + Math.floor(random() * 5), random() * 60, ended))) {
      runner.kill("SIGKILL");
      shot += 1;
    }
    const [code, signal] = await ended;
    if (signal === "SIGKILL") continue;
    if (code !== 0) throw new Error(`the runner ended with ${code}: ${said}`);
    return shot;
  }
}

/** Waits for this many more facts, and then a little, so that shots also fall between facts. False: it was done before. */
async function livesUntil(
  theatre: Theatre,
  facts: number,
  moreMs: number,
  ended: Promise<unknown>,
): Promise<boolean> {
  const journal = await theatre.journal();
  const over = new AbortController();
  const target = journal.state().head + facts;
  const reached = journal
    .moved(target, over.signal)
    .then(() => setTimeout(moreMs, true, { signal: over.signal }));
  const first = await Promise.race([reached, ended.then(() => false)]);
  reached.catch(() => {}); // nobody waits for it any more
  over.abort();
  await journal.close();
  return first;
}

/** The same numbers for the same seed. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

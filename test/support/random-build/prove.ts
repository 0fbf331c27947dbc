import { isCancelled, isDone, isReady } from "../../../src/core/terms/task-machine.ts";
import { checkEveryPrefix } from "../check-every-prefix.ts";
import { checkFloor } from "./check-floor.ts";
import { type Played, playBuild } from "./play.ts";

export interface Proof {
  readonly facts: number;
  /** What happened to tasks, a yes that was asked for included. */
  readonly moves: readonly string[];
}

/** A build takes a fraction of a second, so whatever takes so long on a busy machine has come to a standstill. */
const patienceMs = 60_000;

/** Plays a build, and throws where something does not hold, or where it does not come to an end. */
export async function proveBuild(seed: number): Promise<Proof> {
  let late: NodeJS.Timeout | undefined;
  const overdue = new Promise<never>((_, reject) => {
    late = setTimeout(() => reject(new Error("it hangs")), patienceMs);
  });
  try {
    const played = await Promise.race([playBuild(seed), overdue]);
    const { log, blobs, world } = played.session;
    const trouble = troubleWith(played);
    if (trouble !== undefined) throw new Error(`${trouble}: ${JSON.stringify(played.ending)}`);
    checkFloor(log.facts, world);
    const { facts } = await checkEveryPrefix(log.facts, blobs.get);
    const moves = log.facts.flatMap(({ event }) => {
      if (event.type === "task.moved") return [event.trigger];
      return event.type === "approval.resolved" ? [`approval ${event.verdict}`] : [];
    });
    return { facts, moves };
  } catch (error) {
    throw new Error(`seed ${seed}: ${String(error)}`, { cause: error });
  } finally {
    clearTimeout(late);
  }
}

/** Every build ends, waits for a person, or fails with a reason. */
function troubleWith({ shape, session, ending }: Played): string | undefined {
  const { tasks, session: closed } = session.state;
  const all = Object.values(tasks);
  if (ending.why === "") return "it ended without a reason";
  switch (ending.kind) {
    case "waiting":
      if (!shape.isAlone) return "it waits, and somebody is there";
      return session.waits.length > 0 ? undefined : "it waits for nothing";
    case "failed":
      return all.every(({ state }) => isCancelled(state)) ? undefined : "it failed, and something is left";
    case "finished":
      // The person does not want it built on a base whose checks are red.
      if (closed.ending?.why.includes("base commit") && all.every(({ state }) => isReady(state)))
        return undefined;
      if (!all.every(({ state }) => isDone(state) || isCancelled(state))) return "it left tasks behind";
      return closed.shipped ? undefined : "it finished without shipping";
    default:
      return "it ended oddly";
  }
}

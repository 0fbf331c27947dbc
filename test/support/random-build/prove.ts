import { isCancelled, isDone, isHeld, isReady } from "../../../src/core/terms/task-machine.ts";
import { checkEveryPrefix } from "../check-every-prefix.ts";
import type { FakeSession } from "../fake-session.ts";
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
  let session: FakeSession | undefined;
  const overdue = new Promise<never>((_, reject) => {
    late = setTimeout(() => reject(new Error(`it hangs: ${whereItStands(session)}`)), patienceMs);
  });
  try {
    const played = await Promise.race([
      playBuild(seed, (opened) => {
        session = opened;
      }),
      overdue,
    ]);
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

/** What is said of a build that hangs: its tasks, what it waits for, and the facts that came last. */
function whereItStands(session: FakeSession | undefined): string {
  if (!session) return "before anything ran";
  const { state, waits, log } = session;
  const tasks = Object.entries(state.tasks).map(([id, { state: at }]) => `${id} ${at}`);
  const last = log.facts.slice(-12).map(({ seq, actor, step, event }) => {
    return `${seq} ${actor} ${step ?? ""} ${JSON.stringify(event).slice(0, 160)}`;
  });
  return [tasks.join(", "), `waits: ${waits.map(({ id }) => id).join(", ")}`, ...last].join("\n");
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
      // The person does not want it built on a base whose checks are red, also with a task in their own hands.
      if (closed.ending?.why.includes("base commit")) {
        const isBegun = all.some(({ state }) => !isReady(state) && !isCancelled(state) && !isHeld(state));
        return isBegun ? "it stopped at a red base, and something was begun" : undefined;
      }
      if (!all.every(({ state }) => isDone(state) || isCancelled(state))) return "it left tasks behind";
      return closed.shipped ? undefined : "it finished without shipping";
    default:
      return "it ended oddly";
  }
}

import { deepStrictEqual } from "node:assert";
import { answer } from "../../../src/app/say/answer.ts";
import type { Answer, Wait, WaitKind } from "../../../src/core/decide/waits/wait.ts";
import type { Journal } from "../../../src/core/ports/journal.ts";
import type { ModelReply } from "../../../src/core/ports/model.ts";
import { outcomeOf, report, type WalkReport } from "../kill-walk.ts";
import { Doom, type Walk } from "../mortal.ts";
import { SmallBuild, type SmallBuildOptions } from "../small-build.ts";

/** A small session that takes one way through the table of a task's states, and comes to the same end whoever is killed. */
export interface Way extends Pick<SmallBuildOptions, "files" | "tasks" | "checks" | "policy"> {
  readonly name: string;
  /** Every move of these tasks, each as its state and what moves it on. */
  readonly moves: Readonly<Record<string, readonly string[]>>;
  readonly hasTalked?: true;
  /** What members say in a thread (`*` for its last number), ask by ask. Everything else they do as they should. */
  readonly lines?: Readonly<Record<string, readonly Line[]>>;
  /** What the person answers to what waits. */
  readonly answers?: { readonly [K in WaitKind]?: Answer | "none" };
  /** What the person does about something that waits, before any answer. True: it is dealt with. */
  act?(wait: Wait, at: { readonly session: SmallBuild; readonly journal: Journal }): Promise<boolean>;
  /** What the person does unasked. Called after every event, also by each new runner, so it must look whether it is done. */
  looks?(at: { readonly session: SmallBuild; readonly journal: Journal }): Promise<void>;
  /** A request is stopped on the way. Killed before its reply is recorded, nobody asks for that again, and its calls are not made; killed after it failed, it may fail again. */
  readonly stopsRequest?: true;
  /** More that must hold in the end. Throws where it does not. */
  holds?(session: SmallBuild): Promise<void> | void;
  /** Paths that what was shipped has, beside others. */
  readonly ships: readonly string[];
}

export type Line =
  | ModelReply
  | ((session: SmallBuild, signal: AbortSignal) => ModelReply | Promise<ModelReply>);

export interface WalkedWay {
  readonly walk: Walk;
  /** Where its runner is killed. Left out: at every point. */
  isDeadly?(point: string): boolean;
  /** Makes an empty folder. Left out: those of the test. */
  place?(): Promise<string>;
}

/** Plays the way in peace. Throws unless it takes all its moves and comes to its end. */
export async function playWay(way: Way, place?: string): Promise<SmallBuild> {
  const session = await opened(way, place);
  await toTheEnd(session, way);
  return session;
}

/** Plays the way in peace, and again with its runner killed once at each of these points. */
export async function walkWay(way: Way, { walk, isDeadly, place }: WalkedWay): Promise<WalkReport> {
  const peaceful = await playWay(way, await place?.());
  const killed = await opened(way, await place?.());
  const points = new Set<string>();
  await toTheEnd(killed, way, () => new Doom(walk, points, isDeadly));
  const found = report(walk, points, await outcomeOf(peaceful.theatre), await outcomeOf(killed.theatre));
  if (!way.stopsRequest) return found;
  const lost = found.lost.filter((one) => !/ (model.replied|tool.settled|loop.closed) \(/.test(one));
  return { ...found, lost, doubled: found.doubled.filter((one) => !one.includes(" model.failed (")) };
}

async function opened(way: Way, place: string | undefined): Promise<SmallBuild> {
  const { files, tasks, checks, policy, hasTalked } = way;
  const session: SmallBuild = await SmallBuild.open({
    ...(files && { files }),
    ...(tasks && { tasks }),
    ...(checks && { checks }),
    ...(policy && { policy }),
    ...(hasTalked && { hasTalked }),
    ...(place !== undefined && { place }),
    async answer({ thread, ask }, signal) {
      const lines = way.lines?.[thread] ?? way.lines?.[thread.replace(/\d+$/, "*")];
      const line = lines?.[ask - 1];
      return typeof line === "function" ? line(session, signal) : line;
    },
    act: (wait, journal) => acted(way, wait, { session, journal }),
    ...(way.looks && { looks: (journal: Journal) => way.looks?.({ session, journal }) ?? Promise.resolve() }),
  });
  return session;
}

async function acted(
  way: Way,
  wait: Wait,
  at: { readonly session: SmallBuild; readonly journal: Journal },
): Promise<boolean> {
  if (await way.act?.(wait, at)) return true;
  const given = way.answers?.[wait.kind];
  if (given === undefined || given === "none") return given === "none";
  await answer(at.journal, wait.id, given, new Date().toISOString()).catch(() => undefined); // it came too late
  return true;
}

async function toTheEnd(session: SmallBuild, way: Way, doom?: () => Doom): Promise<void> {
  for (;;) {
    const ending = await session.play(doom?.());
    if (ending.kind === "killed") continue;
    if (ending.kind !== "finished") throw new Error(`${way.name}: it ended as ${JSON.stringify(ending)}`);
    break;
  }
  await session.theatre.check();
  for (const [task, moves] of Object.entries(way.moves)) deepStrictEqual(await session.moves(task), moves);
  const replied = (await session.events("model.replied")).map(({ loop, ask }) => `${loop} ${ask}`);
  deepStrictEqual(replied, [...new Set(replied)]);
  const shipped = session.git("ls-tree", "-r", "--name-only", "HEAD").split("\n");
  deepStrictEqual(
    way.ships.filter((path) => !shipped.includes(path)),
    [],
  );
  await way.holds?.(session);
}

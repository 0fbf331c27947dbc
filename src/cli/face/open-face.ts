import type { Clock } from "../../core/ports/clock.ts";
import type { State } from "../../core/state/state.ts";
import type { Frame } from "../../core/views/rows/frame.ts";
import type { Layout, Talk } from "../../core/views/rows/layout.ts";
import type { Weight } from "../../core/views/story/story-line.ts";
import type { Wire } from "../wire/wire.ts";
import { Face } from "./face.ts";

/** A slow model shows that it is still at work. */
async function tickEachSecond(face: Face, clock: Clock, closed: AbortSignal): Promise<void> {
  while (!closed.aborted) {
    await clock.sleep(1_000, closed);
    if (!closed.aborted) face.tick();
  }
}

export interface OpenFace {
  readonly human: string;
  readonly least: Weight;
  readonly talk: Talk;
  readonly progress?: boolean;
  bottom?(state: State, layout: Layout): Frame;
  below?(state: State, layout: Layout): readonly string[];
}

/** A face on this process's terminal, or plain lines if there is none. `close` also releases the terminal. */
export function openFace(
  wire: Wire,
  { human, least, talk, progress = false, bottom, below }: OpenFace,
): { face: Face; close(): void } {
  const { terminal, output } = wire;
  const face = new Face({
    place: {
      write: (text) => output.out(text),
      columns: () => terminal.columns(),
      rows: () => terminal.rows(),
    },
    live: terminal.draws,
    breaks: terminal.isTty,
    colour: terminal.colour,
    human,
    least,
    talk,
    progress,
    now: () => wire.clock.now(),
    ...(bottom && { bottom }),
    ...(below && { below }),
  });
  const noResize = terminal.draws ? terminal.onResize(() => face.refresh()) : undefined;
  const closed = new AbortController();
  if (terminal.draws) void tickEachSecond(face, wire.clock, closed.signal);
  return {
    face,
    close() {
      noResize?.();
      closed.abort();
      face.close();
    },
  };
}

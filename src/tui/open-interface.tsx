import { type Instance, render } from "ink";
import type { Door } from "../app/door/door.ts";
import { painter } from "../core/views/rows/theme.ts";
import { FrameSource } from "./frame-source.ts";
import { FrameView } from "./frame-view.tsx";
import { type Ended, Interface } from "./interface.ts";
import type { Place } from "./place.ts";
import { RowWriter } from "./row-writer.ts";

export interface Opening {
  readonly place: Place;
  readonly door: Door;
  /** Aborts when the process is to end. */
  readonly stop: AbortSignal;
  /** The session to show first. Left out: the one that is meant. */
  readonly session?: string;
}

export type OpenInterface = (opening: Opening) => Promise<Ended>;

/** How often what depends on the clock is drawn again. */
const tickMs = 1_000;

/** Shows the interface on the whole terminal until the person leaves it. */
export async function openInterface({ place, door, stop, session }: Opening): Promise<Ended> {
  const { stdout } = place;
  const writer = new RowWriter(stdout);
  const size = () => ({ columns: writer.columns, rows: Math.max(4, writer.rows) });
  let leave: (ended: Ended) => void = () => {};
  const left = new Promise<Ended>((resolve) => {
    leave = resolve;
  });
  const source: FrameSource = new FrameSource(
    () => face.frame(),
    () => Date.parse(door.clock.now()),
  );
  let ink: Instance | undefined;
  const face = new Interface({
    door,
    paint: painter(place.colour),
    size,
    changed: (atOnce) => source.changed(atOnce),
    redraw() {
      writer.forget();
      source.draw();
    },
    end: leave,
  });
  place.begin({
    keys: (keys) => face.press(keys),
    resized: () => source.changed(true),
    hold: () => source.hold(),
    release() {
      writer.forget();
      source.release();
    },
  });
  const stopped = () => leave({});
  stop.addEventListener("abort", stopped);
  try {
    source.draw();
    ink = render(<FrameView source={source} />, {
      stdout: writer as unknown as NodeJS.WriteStream, // it has all that Ink uses of one
      stdin: place.stdin,
      exitOnCtrlC: false,
      patchConsole: false,
      debug: true, // whole frames, and when `source` says so
    });
    source.subscribe(() => void Promise.resolve().then(() => writer.place(source.get().cursor)));
    void face.open(session);
    const tick = setInterval(() => source.changed(false), tickMs);
    const ended = await left;
    clearInterval(tick);
    source.stop();
    return ended;
  } finally {
    ink?.unmount();
    place.end();
    await face.close();
  }
}

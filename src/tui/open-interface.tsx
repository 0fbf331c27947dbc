import { type Instance, render } from "ink";
import type { Door } from "../app/door/door.ts";
import { painter } from "../core/views/rows/theme.ts";
import { FrameSource } from "./frame-source.ts";
import { FrameView } from "./frame-view.tsx";
import { type Ended, Interface } from "./interface.ts";
import type { Place } from "./place.ts";

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
  // The last row stays free: Ink writes a line end behind its rows, and clears everything if they fill the terminal.
  const size = () => ({ columns: stdout.columns || 80, rows: Math.max(4, (stdout.rows || 24) - 1) });
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
    redraw: () => ink?.clear(),
    end: leave,
  });
  place.begin({
    keys: (keys) => face.press(keys),
    resized: () => source.changed(true),
    hold: () => source.hold(),
    release() {
      ink?.clear();
      source.release();
    },
  });
  const stopped = () => leave({});
  stop.addEventListener("abort", stopped);
  try {
    source.draw();
    ink = render(<FrameView source={source} />, {
      stdout,
      stdin: place.stdin,
      exitOnCtrlC: false,
      patchConsole: false,
      incrementalRendering: false,
      maxFps: 120, // `source` paces the frames
    });
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

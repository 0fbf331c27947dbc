import type { Door, Listener, OpenSession, Performed } from "../app/door/door.ts";
import { decide } from "../core/decide/decide.ts";
import type { Key } from "../core/views/line/keys.ts";
import type { Frame } from "../core/views/rows/frame.ts";
import type { Paint } from "../core/views/rows/theme.ts";
import type { At, InSession, Size } from "../core/views/screen/screen.ts";
import type { Doing, Want } from "../core/views/screen/want.ts";
import { freshScreens } from "../core/views/shell/screens.ts";
import {
  afterKey,
  afterWants,
  beginShell,
  type Effect,
  type Pressed,
  type Shell,
} from "../core/views/shell/shell.ts";
import { bodyOf, shellFrame } from "../core/views/shell/shell-frame.ts";
import { DrawnLines } from "./draw-line.ts";
import { Readings } from "./readings.ts";
import { SessionFeed } from "./session-feed.ts";

export interface InterfaceOptions {
  readonly door: Door;
  readonly paint: Paint;
  size(): Size;
  /** The frame is to be computed again, soon. `atOnce`: a key was pressed. */
  changed(atOnce: boolean): void;
  /** Draws everything again from nothing. */
  redraw(): void;
  end(ended: Ended): void;
}

/** How the interface was left. `detach`: this session is to go on without it. */
export interface Ended {
  readonly detach?: string;
}

interface Opened {
  readonly session: OpenSession;
  readonly feed: SessionFeed;
}

/** The state of the interface: the shell, the open session, and what was read. Knows nothing about Ink. */
export class Interface {
  readonly #options: InterfaceOptions;
  readonly #readings: Readings;
  readonly #lines = new DrawnLines();
  #shell: Shell = beginShell(freshScreens(), "home");
  #opened: Opened | undefined;
  #isOpening = false;
  #effects: Promise<void> = Promise.resolve();

  constructor(options: InterfaceOptions) {
    this.#options = options;
    this.#readings = new Readings(options.door, () => options.changed(false));
  }

  frame(): Frame {
    return shellFrame(this.#shell, this.#at(this.#options.size()));
  }

  press(keys: readonly Key[]): void {
    for (const key of keys) {
      const size = bodyOf(this.#shell, this.#options.size());
      this.#put(afterKey(this.#shell, key, this.#at(size)));
    }
    this.#options.changed(true);
  }

  /** Opens a session and shows it. Undefined: the one that is meant. */
  async open(wanted: string | undefined): Promise<void> {
    this.#isOpening = true;
    const id = wanted ?? (await this.#options.door.meant());
    this.#isOpening = false;
    if (id !== undefined) await this.#open(id);
    else this.#options.changed(false);
  }

  /** Ends everything that goes on here. */
  async close(): Promise<void> {
    await this.#opened?.session.close();
  }

  #put({ shell, effects }: Pressed): void {
    this.#shell = shell;
    for (const effect of effects) {
      this.#effects = this.#effects
        .then(() => this.#carryOut(effect))
        .catch((error: unknown) => this.#notice(wordsFor(error)));
    }
  }

  async #carryOut(effect: Effect): Promise<void> {
    switch (effect.kind) {
      case "open":
        return this.#open(effect.session);
      case "redraw":
        return this.#options.redraw();
      case "end": {
        const id = this.#opened?.session.id;
        return this.#options.end(effect.detach && id !== undefined ? { detach: id } : {});
      }
      default:
        return this.#perform(effect);
    }
  }

  async #perform(doing: Doing): Promise<void> {
    const session = this.#opened?.session;
    const isHere = session && (doing.session === undefined || doing.session === session.id);
    const performed: Performed = isHere
      ? await session.perform(doing)
      : await this.#options.door.perform(doing);
    this.#readings.stale();
    if (performed.kind === "refused") this.#notice(performed.why);
    else {
      if (performed.opens) this.#show(performed.opens);
      if (performed.says !== undefined && performed.says.trim() !== "") this.#say(doing, performed.says);
    }
    this.#options.changed(false);
  }

  /** What was begun is shown in the Room. */
  #show({ session, run }: { readonly session: string; readonly run: boolean }): void {
    const go: Want = { kind: "go", screen: "room", session };
    const wants: readonly Want[] = run ? [go, { kind: "run" }] : [go];
    this.#put(afterWants(this.#shell, wants, this.#at(this.#options.size())));
  }

  /** What a command printed: a line or two below the screen, more of it over the screen. */
  #say(doing: Doing, says: string): void {
    const title = doing.kind === "command" ? `huddle ${doing.args.join(" ")}` : "What came of it";
    const isShort = says.trim().split("\n").length <= 3;
    const want = isShort
      ? ({ kind: "notice", text: says } as const)
      : ({ kind: "show", title, text: says } as const);
    this.#put(afterWants(this.#shell, [want], this.#at(this.#options.size())));
  }

  #notice(text: string): void {
    this.#put(afterWants(this.#shell, [{ kind: "notice", text }], this.#at(this.#options.size())));
    this.#options.changed(false);
  }

  async #open(id: string): Promise<void> {
    if (this.#opened?.session.id === id) return;
    await this.#opened?.session.close();
    this.#opened = undefined;
    const feed = new SessionFeed();
    const { door } = this.#options;
    const listener: Listener = {
      tell: (item) => {
        feed.hear(item, door.clock.now());
        this.#options.changed(false);
      },
      runChanged: () => this.#options.changed(false),
    };
    this.#isOpening = true;
    const session = await door.open(id, listener);
    this.#isOpening = false;
    if (session.kind === "refused") return this.#notice(session.why);
    this.#opened = { session, feed };
    this.#readings.open(session);
    // What was typed or chosen in another session is not meant for this one.
    const { screens, ...rest } = this.#shell;
    this.#shell = { ...rest, screens: { ...freshScreens(), home: screens.home } };
    this.#options.changed(false);
  }

  #at(size: Size): At {
    const { door, paint } = this.#options;
    const now = door.clock.now();
    const session = this.#inSession(now);
    const seats = session?.state.session.seats ?? [];
    return {
      size,
      paint,
      times: door.times,
      now,
      ...(session && { session }),
      isOpening: this.#isOpening,
      read: (need) => this.#readings.read(need, session?.state.head ?? 0, Date.parse(now)),
      draw: (line, width) =>
        this.#lines.rows(line, { width, paint, seats, human: "you", airy: true, times: door.times, now }),
    };
  }

  #inSession(now: string): InSession | undefined {
    if (!this.#opened) return undefined;
    const { session, feed } = this.#opened;
    const { state, live, story, summary } = feed;
    const waits = state.session.opened === 0 ? [] : decide(state, now).waits;
    const run = session.run();
    const { id, branch } = session;
    return { id, state, live, waits, story, run, branch, ...(summary && { summary }) };
  }
}

function wordsFor(error: unknown): string {
  return `This should not happen: ${error instanceof Error ? error.message : String(error)}`;
}

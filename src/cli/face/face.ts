import { emptyState, type State } from "../../core/state/state.ts";
import type { Instant } from "../../core/terms/ids.ts";
import type { FeedItem } from "../../core/views/now/feed.ts";
import { type Live, liveAfter, quiet } from "../../core/views/now/live.ts";
import { progressOf } from "../../core/views/now/progress.ts";
import { progressLine } from "../../core/views/now/progress-line.ts";
import type { Frame } from "../../core/views/rows/frame.ts";
import type { Layout, Talk } from "../../core/views/rows/layout.ts";
import { renderLine } from "../../core/views/rows/render-line.ts";
import { renderLive } from "../../core/views/rows/render-live.ts";
import { painter } from "../../core/views/rows/theme.ts";
import { foldCommands, foldedLines } from "../../core/views/story/short/fold-commands.ts";
import { shortLine } from "../../core/views/story/short/story-short.ts";
import { storyOf } from "../../core/views/story/story.ts";
import type { StoryLine, Weight } from "../../core/views/story/story-line.ts";
import { localTimes } from "../print/local-time.ts";
import { Screen, type ScreenPlace } from "./screen.ts";

export interface FaceOptions {
  readonly place: ScreenPlace;
  /** Prints to a terminal: words appear as they are spoken, and rows at the bottom change in place. */
  readonly live: boolean;
  /** Lines are broken between words. Always so on a live face. */
  readonly breaks?: boolean;
  readonly colour: boolean;
  /** What the product manager is called on this screen. */
  readonly human: string;
  /** Lighter story lines are left out. */
  readonly least: Weight;
  /** How much of the talk is shown. */
  readonly talk: Talk;
  /** The clock, for how long things take. */
  readonly now?: () => Instant;
  /** A row below what goes on says how the run comes along. Only on a live face. */
  readonly progress?: boolean;
  /** The rows below everything, such as a question to the person. Only on a live face. */
  bottom?(state: State, layout: Layout): Frame;
  /** The same for a face that only prints: rows that are printed when they are others than the last time. */
  below?(state: State, layout: Layout): readonly string[];
}

/** More than a screen has rows. */
const mostKept = 200;

const heaviness: Readonly<Record<Weight, number>> = { small: 0, plain: 1, key: 2 };

/** Shows a session: facts for good, signals while they last. */
export class Face {
  readonly #options: FaceOptions;
  readonly #screen: Screen | undefined;
  #state: State = emptyState;
  #live: Live = quiet;
  #settled: string[] = [];
  /** What a narrower or wider terminal shows again, and the rows that it was printed as. */
  #told: (StoryLine | readonly string[])[] = [];
  #printed: readonly string[] = [];
  #closed = false;
  #isHeld = false;
  #below = "";
  /** Commands that are told together, once something else follows. */
  #commands: readonly StoryLine[] = [];

  constructor(options: FaceOptions) {
    this.#options = options;
    this.#screen = options.live ? new Screen(options.place) : undefined;
  }

  layout(): Layout {
    const { live, breaks = live, colour, human, place, now } = this.#options;
    return {
      ...(now && { now: now() }),
      // The last column stays free: terminals disagree about what a full row does.
      width: breaks ? Math.max(20, place.columns() - 1) : Number.POSITIVE_INFINITY,
      paint: painter(colour),
      seats: this.#state.session.seats,
      human,
      airy: breaks,
      ruled: live,
      times: localTimes,
    };
  }

  /** Sets the state from which to go on; nothing before it is shown again. */
  begin(state: State): void {
    this.#state = state;
    this.refresh();
  }

  show(item: FeedItem): void {
    this.#live = liveAfter(this.#live, item, this.#options.now?.());
    if (item.kind === "signal") {
      if (this.#screen) this.refresh();
      return;
    }
    const { fact, before, after } = item;
    this.#state = after;
    this.tell(storyOf(fact, before, after), fact.more === true);
  }

  /** Prints the story lines that are heavy enough. `more`: others follow at once, so drawing waits for them. */
  tell(lines: readonly StoryLine[], more = false): void {
    const heavy = lines.filter((line) => heaviness[line.weight] >= heaviness[this.#options.least]);
    const { kind } = this.#options.talk;
    const seen = heavy.filter((line) => !(line.detail && kind !== "whole"));
    this.#settle(seen.flatMap((line) => this.#folded(line)));
    if (!more) this.refresh();
  }

  #folded(line: StoryLine): readonly StoryLine[] {
    const { talk } = this.#options;
    if (talk.kind === "whole" || !talk.folds) return [line];
    const { held, told } = foldCommands(this.#commands, line);
    this.#commands = held;
    return told;
  }

  #settle(lines: readonly StoryLine[]): void {
    this.#told.push(...lines);
    this.#settled.push(...lines.flatMap((line) => this.#rowsOf(line)));
  }

  /** Prints rows for good. */
  print(rows: readonly string[]): void {
    this.repeatBelow();
    this.#told.push(rows);
    this.#settled.push(...rows);
    this.refresh();
  }

  /** Draws nothing until `release`, because another program has the terminal. Keeps what comes meanwhile. */
  hold(): void {
    this.refresh();
    this.#screen?.close();
    this.#isHeld = true;
    // The other program prints below, so nothing above can be drawn again.
    this.#told = [];
    this.#printed = [];
  }

  release(): void {
    this.#isHeld = false;
    this.refresh();
  }

  /** Time has passed: draws again what depends on it. */
  tick(): void {
    if (this.#screen && this.#live.runsSince !== undefined) this.refresh();
  }

  refresh(): void {
    if (this.#isHeld) return;
    const settled = this.#settled;
    this.#settled = [];
    if (this.#screen && !this.#closed) this.#paint(this.#screen, settled);
    else this.#print([...settled, ...this.#newBelow()]);
  }

  #paint(screen: Screen, settled: readonly string[]): void {
    if (this.#told.length > 2 * mostKept) this.#told = this.#told.slice(-mostKept);
    const isAgain = screen.isOfOtherWidth && this.#printed.length > 0;
    const rows = isAgain ? this.#told.flatMap((one) => this.#rowsOf(one)) : [...this.#printed, ...settled];
    if (isAgain) screen.repaint(this.#printed, rows, this.#frame());
    else screen.paint(settled, this.#frame());
    this.#printed = rows.slice(-mostKept);
  }

  #rowsOf(told: StoryLine | readonly string[]): readonly string[] {
    return "kind" in told ? renderLine(this.#inView(told), this.layout()) : told;
  }

  /** The rows below are printed again, although they are the same: what was typed stands between. */
  repeatBelow(): void {
    this.#below = "";
  }

  #print(rows: readonly string[]): void {
    if (rows.length > 0) this.#options.place.write(`${rows.join("\n")}\n`);
  }

  #newBelow(): readonly string[] {
    if (this.#closed || this.#options.live) return [];
    const rows = this.#options.below?.(this.#state, this.layout()) ?? [];
    const text = rows.join("\n");
    const isNew = text !== this.#below;
    this.#below = text;
    return isNew ? rows : [];
  }

  /** Removes the live rows. From then on everything is printed as plain lines. */
  close(): void {
    this.#isHeld = false;
    this.#settle(foldedLines(this.#commands));
    this.#commands = [];
    this.refresh();
    this.#closed = true;
    this.#screen?.close();
  }

  #inView(line: StoryLine): StoryLine {
    const { talk } = this.#options;
    return talk.kind !== "short" ? line : shortLine(line, this.#state.session.seats, talk);
  }

  #frame(): Frame {
    const layout = this.layout();
    const live = [
      ...renderLive(this.#live, this.#state, layout, this.#options.talk.kind),
      ...this.#progressRows(layout),
    ];
    const bottom = this.#options.bottom?.(this.#state, layout);
    if (!bottom) return { rows: live };
    const { cursor } = bottom;
    return {
      rows: [...live, ...bottom.rows],
      ...(cursor && { cursor: { ...cursor, row: cursor.row + live.length } }),
    };
  }

  #progressRows({ now, width, paint }: Layout): readonly string[] {
    if (!this.#options.progress || now === undefined || this.#state.session.opened === 0) return [];
    return ["", paint("dim", progressLine(progressOf(this.#state, this.#live, now), width))];
  }
}

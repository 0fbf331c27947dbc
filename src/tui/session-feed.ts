import { emptyState, type State } from "../core/state/state.ts";
import type { Instant } from "../core/terms/ids.ts";
import type { FeedItem } from "../core/views/now/feed.ts";
import { type Live, liveAfter, quiet } from "../core/views/now/live.ts";
import type { Reading } from "../core/views/screen/screen.ts";
import { foldCommands } from "../core/views/story/short/fold-commands.ts";
import { passedLine } from "../core/views/story/short/fold-passes.ts";
import { shortLine } from "../core/views/story/short/story-short.ts";
import { storyOf } from "../core/views/story/story.ts";
import type { StoryLine } from "../core/views/story/story-line.ts";

/** What is told for one way to read, and what waits to be told together. */
interface Told {
  readonly lines: StoryLine[];
  /** Commands that are not told yet. */
  held: readonly StoryLine[];
  /** The passes that the last line tells. */
  passed: readonly StoryLine[];
}

/** What the interface was told about a session so far. The lists grow at their ends. */
export class SessionFeed {
  state: State = emptyState;
  live: Live = quiet;
  /** What the coach said last. */
  summary: StoryLine | undefined;
  readonly #whole: StoryLine[] = [];
  readonly #said: Told = { lines: [], held: [], passed: [] };
  readonly #short: Told = { lines: [], held: [], passed: [] };
  readonly story: Readonly<Record<Reading, readonly StoryLine[]>> = {
    whole: this.#whole,
    said: this.#said.lines,
    short: this.#short.lines,
  };

  hear(item: FeedItem, now: Instant): void {
    this.live = liveAfter(this.live, item, now);
    if (item.kind === "signal") return;
    this.state = item.after;
    for (const line of storyOf(item.fact, item.before, item.after)) this.#hearLine(line);
  }

  #hearLine(line: StoryLine): void {
    this.#whole.push(line);
    const { seats } = this.state.session;
    const isCoach = seats.some(({ id, role }) => id === line.who && role === "coach");
    if (isCoach && line.kind === "said" && line.task === undefined) this.summary = line;
    if (line.detail || line.weight === "small") return;
    fold(this.#said, line);
    fold(this.#short, shortLine(line, seats, { asks: true }));
  }
}

function fold(told: Told, line: StoryLine): void {
  const { held, told: now } = foldCommands(told.held, line);
  told.held = held;
  for (const one of now) {
    const [first] = told.passed;
    const isMore = first !== undefined && one.kind === "passed";
    told.passed = one.kind === "passed" ? [...told.passed, one] : [];
    if (isMore) told.lines[told.lines.length - 1] = passedLine(first, told.passed.slice(1));
    else told.lines.push(one);
  }
}

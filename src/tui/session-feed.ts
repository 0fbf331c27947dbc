import type { State } from "../core/state/state.ts";
import { emptyState } from "../core/state/state.ts";
import type { Instant } from "../core/terms/ids.ts";
import type { FeedItem } from "../core/views/now/feed.ts";
import { type Live, liveAfter, quiet } from "../core/views/now/live.ts";
import type { Reading } from "../core/views/screen/screen.ts";
import { foldCommands } from "../core/views/story/short/fold-commands.ts";
import { shortLine } from "../core/views/story/short/story-short.ts";
import { storyOf } from "../core/views/story/story.ts";
import type { StoryLine } from "../core/views/story/story-line.ts";

/** What the interface was told about a session so far. The lists grow at their ends. */
export class SessionFeed {
  state: State = emptyState;
  live: Live = quiet;
  readonly story: Record<Reading, StoryLine[]> = { short: [], said: [], whole: [] };
  readonly #held: Record<"short" | "said", readonly StoryLine[]> = { short: [], said: [] };

  hear(item: FeedItem, now: Instant): void {
    this.live = liveAfter(this.live, item, now);
    if (item.kind === "signal") return;
    this.state = item.after;
    for (const line of storyOf(item.fact, item.before, item.after)) this.#told(line);
  }

  #told(line: StoryLine): void {
    this.story.whole.push(line);
    if (line.detail || line.weight === "small") return;
    this.#folded("said", line);
    this.#folded("short", shortLine(line, this.state.session.seats, { asks: true }));
  }

  #folded(reading: "short" | "said", line: StoryLine): void {
    const { held, told } = foldCommands(this.#held[reading], line);
    this.#held[reading] = held;
    this.story[reading].push(...told);
  }
}

import { playRun } from "../../app/run/play-run.ts";
import { prepareRun } from "../../app/run/prepare-run.ts";
import type { RunEnding } from "../../app/run/run-session.ts";
import { tellsFrom, watchSession } from "../../app/run/watch-session.ts";
import type { AtSession } from "../../app/sessions/with-session.ts";
import type { State } from "../../core/state/state.ts";
import { inboxOf } from "../../core/views/inbox/inbox.ts";
import type { FeedItem } from "../../core/views/now/feed.ts";
import { talkFrom } from "../../core/views/rows/layout.ts";
import { painter } from "../../core/views/rows/theme.ts";
import type { RunTyped } from "../command-spec.ts";
import { openRunScreen, type RunScreen } from "../face/run-screen.ts";
import { capFrom, type RunOptions } from "../options.ts";
import { followedLine } from "../print/followed-line.ts";
import { jsonText } from "../print/json-text.ts";
import { withTime } from "../print/with-time.ts";
import { widthFor } from "../print/wrapped.ts";
import type { Wire } from "../wire/wire.ts";
import { askTrust } from "./ask-trust.ts";
import type { Notifying } from "./notifying.ts";
import { tellEstimate } from "./tell-estimate.ts";
import { asksToShip, tellHandover } from "./tell-handover.ts";
import { tellLanded } from "./tell-landed.ts";
import { tellProgress } from "./tell-progress.ts";
import { tellShown } from "./tell-shown.ts";

export interface PlayOptions extends RunOptions {
  /** Runs what a person types behind a slash. */
  readonly run: RunTyped;
  /** With --json: the first event to print. Left out: only new ones. */
  readonly from?: number;
  /** Events after this one are shown as well: they are what the person just said. */
  readonly since?: number;
  /** The command to type again, for messages. */
  readonly command?: string;
  /** True when there is nothing more to wait for. A runner in another process goes on. */
  enough?(state: State): boolean;
}

/** Runs the session on the screen, or shows how another process runs it. With --json it prints the events. */
export async function playOnScreen(
  wire: Wire,
  options: PlayOptions,
  at: AtSession,
  notifying?: Notifying,
): Promise<RunEnding> {
  const { force, command } = options;
  const { journal } = at.files;
  const { head: before } = journal.state();
  const { model, followed } = await prepareRun(at.project, at.files, {
    models: () => wire.models(),
    cap: capFrom(options),
    askTrust: askTrust(wire, options),
    ...(force && { force }),
    ...(command !== undefined && { command }),
  });
  const later = new AbortController();
  const screen = options.json ? undefined : openScreen(wire, options, at, later);
  const telling = screen
    ? onScreen(wire, options, at, screen)
    : asJson(wire, { since: before, ...options }, at);
  if (followed !== "") screen?.face.print([followedLine(followed)]);
  const { head } = journal.state();
  const lingers = screen?.asks === true && options.ship === undefined;
  const watching = watchSession(at.files, (item) => {
    telling.tell(item);
    if (item.kind !== "fact" || item.fact.seq <= head) return;
    if (isLeft(item.after)) later.abort();
    // What waits between two events of one append never waited for a person.
    else if (item.fact.more !== true) notifying?.look(item.after, lingers);
  });
  try {
    await watching.told(head);
    screen?.face.begin(watching.state());
    if (!screen?.asks) tellWaits(wire, screen, watching.state());
    const ending = await playRun(at.project, at.files, {
      model,
      lease: leaseOf(options),
      signal: AbortSignal.any([wire.stop(), wire.output.gone]),
      later: later.signal,
      linger: lingers,
      waitMs: options.wait,
      onLookingOn(runner) {
        notifying?.leave();
        screen?.face.print([
          `Process ${runner?.pid ?? "?"} on ${runner?.host ?? "?"} runs this session. You are watching.`,
        ]);
      },
    });
    await watching.told(journal.state().head);
    await telling.done();
    await screen?.alone();
    return ending;
  } finally {
    screen?.close();
    await watching.stop();
  }

  function isLeft(state: State): boolean {
    return screen?.isLeft(state) === true || options.enough?.(state) === true;
  }
}

/** Where nobody is asked at the bottom of the screen, a run says at once what it will wait for. */
function tellWaits(wire: Wire, screen: RunScreen | undefined, state: State): void {
  const now = wire.clock.now();
  const items = inboxOf(state, now).filter(({ until }) => until !== undefined);
  const lines = items.map(({ id, title, until }) => `Waits: ${id}  ${withTime(title, until)}`);
  if (lines.length === 0) return;
  if (screen) screen.face.print(lines);
  else wire.output.err(`${lines.join("\n")}\n`);
}

function openScreen(wire: Wire, options: PlayOptions, at: AtSession, later: AbortController): RunScreen {
  const screen = openRunScreen(wire, at, { talk: talkFrom(options, true), run: options.run }, () =>
    later.abort(),
  );
  const stopping = () => {
    screen.close();
    screen.face.print(["Stopping. (Ctrl-C again: at once.)"]);
  };
  wire.stop().addEventListener("abort", stopping, { once: true });
  return screen;
}

function leaseOf({ until, maxTurns, force }: RunOptions) {
  return {
    ...(until !== undefined && { until }),
    ...(maxTurns !== undefined && { maxTurns }),
    ...(force && { force: true }),
  };
}

interface Telling {
  tell(item: FeedItem): void;
  /** Resolves when everything has been printed. */
  done(): Promise<void>;
}

function onScreen(wire: Wire, { since }: PlayOptions, at: AtSession, { face }: RunScreen): Telling {
  const state = at.files.journal.state();
  const isNew = tellsFrom(state, wire.clock.now());
  let isAsked = false;
  const tellWhatThereIs = (after: State) => {
    const wasAsked = isAsked;
    isAsked = wire.terminal.canAsk && asksToShip(after, wire.clock.now());
    return isAsked && !wasAsked ? tellHandover(at, face, layoutOf(wire)) : undefined;
  };
  // Asked in an earlier run, and not answered yet.
  let estimating = tellWhatThereIs(state);
  estimating?.catch(() => undefined); // awaited in `done`, after the run
  return {
    tell(item) {
      if (item.kind === "fact" && item.fact.seq <= (since ?? state.head) && !isNew(item.fact.seq)) return;
      face.show(item);
      if (item.kind === "signal") return;
      const showing =
        tellEstimate(item.fact, at, face) ??
        tellShown(item.fact, at, face) ??
        (wire.terminal.canAsk ? tellLanded(item.fact, at, face, layoutOf(wire)) : undefined) ??
        tellWhatThereIs(item.after);
      estimating = showing ? Promise.all([estimating, showing]).then(() => undefined) : estimating;
      estimating?.catch(() => undefined);
    },
    done: async () => estimating,
  };
}

function layoutOf({ terminal }: Wire) {
  return { width: widthFor(terminal), paint: painter(terminal.colour) };
}

/** One event per line, and between them how it comes along. */
function asJson(wire: Wire, { since, from }: PlayOptions, at: AtSession): Telling {
  const first = from ?? (since ?? at.files.journal.state().head) + 1;
  const progress = tellProgress(wire.clock, (told) => wire.output.out(`${jsonText({ signal: told })}\n`));
  return {
    tell(item) {
      const isNew = item.kind === "signal" || item.fact.seq >= first;
      if (item.kind === "fact" && isNew) wire.output.out(`${jsonText(item.fact)}\n`);
      progress.heard(item, isNew);
    },
    done: async () => progress.done(),
  };
}

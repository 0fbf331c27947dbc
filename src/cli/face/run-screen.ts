import { answer } from "../../app/say/answer.ts";
import { requestShip } from "../../app/say/request-ship.ts";
import { say } from "../../app/say/say.ts";
import type { AtSession } from "../../app/sessions/with-session.ts";
import { planShip } from "../../app/ship/plan-ship.ts";
import type { State } from "../../core/state/state.ts";
import { shellWord } from "../../core/text/quoted.ts";
import { markNoPastes, markPastes } from "../../core/views/line/keys.ts";
import type { Doable } from "../../core/views/line/talk-input.ts";
import { TalkLine } from "../../core/views/line/talk-line.ts";
import { type Layout, padded, type Talk } from "../../core/views/rows/layout.ts";
import { wrap } from "../../core/views/rows/wrap.ts";
import type { Typable } from "../../core/views/typed/typable.ts";
import type { RunTyped } from "../command-spec.ts";
import type { Wire } from "../wire/wire.ts";
import { asksAgain, editInEditor } from "./edit-in-editor.ts";
import type { Face } from "./face.ts";
import { openFace } from "./open-face.ts";

export interface RunScreen {
  readonly face: Face;
  /** A person is there to ask. */
  readonly asks: boolean;
  /** Whether the person postponed everything that waits, so that the run can end. */
  isLeft(state: State): boolean;
  /** Resolves when no command and no editor has the terminal. */
  alone(): Promise<void>;
  close(): void;
}

export interface RunScreenOptions {
  readonly talk: Talk;
  /** Runs what the person types behind a slash. */
  readonly run: RunTyped;
}

/** The screen of a run: the story, what happens now, and in a terminal an input line. */
export function openRunScreen(
  wire: Wire,
  at: AtSession,
  { talk: shown, run }: RunScreenOptions,
  onLeft: () => void,
): RunScreen {
  const { canAsk: asks, draws } = wire.terminal;
  const talk = new TalkLine({
    now: () => wire.clock.now(),
    branch: at.project.branch,
    perform,
    list: (rows) => opened.face.print(listed(rows, opened.face.layout())),
    interrupt: () => wire.interrupt(),
    changed() {
      if (talk.isLeft(at.files.journal.state())) onLeft();
      else opened.face.refresh();
    },
  });
  const opened = openFace(wire, {
    human: "you",
    least: wire.terminal.isTty ? "plain" : "small",
    talk: shown,
    progress: true,
    ...(asks && {
      bottom: (state, layout) => talk.frame(state, layout),
      below: (state, layout) => talk.lines(state, layout),
    }),
  });
  const readsKeys = () => reading(wire, talk, opened.face);
  let noKeys = asks ? readsKeys() : undefined;
  let closed = false;
  let aside: Promise<unknown> = Promise.resolve();
  return {
    face: opened.face,
    asks,
    isLeft: (state) => asks && talk.isLeft(state),
    async alone() {
      await aside;
    },
    close() {
      if (closed) return;
      closed = true;
      noKeys?.();
      opened.close();
      if (asks && draws) wire.output.out(markNoPastes);
    },
  };

  function perform(wish: Doable): Promise<void> {
    switch (wish.kind) {
      case "edit":
        return besides(() =>
          editInEditor(wire, at.files, wish.artifact, (faults) => asksAgain(wire, faults)),
        );
      case "command":
        return besides(() => command(wire, at, run, wish.args));
      default:
        return carryOut(at, wish);
    }
  }

  /** Gives the terminal away for a while. What the team does meanwhile is shown afterwards. */
  async function besides(act: () => Promise<unknown>): Promise<void> {
    noKeys?.();
    opened.face.hold();
    if (draws) wire.output.out(markNoPastes);
    const acting = act();
    aside = acting.catch(() => undefined); // the caller is told
    try {
      await acting;
    } finally {
      if (!closed) noKeys = readsKeys();
      opened.face.release();
    }
  }
}

/** The line reads what is typed, until the returned function is called. */
function reading({ terminal, output, readKeys }: Wire, talk: TalkLine, face: Face): () => void {
  if (!terminal.draws)
    return readKeys((text) => {
      if (talk.readLines(text.replace(/\n$/, "").split("\n"))) face.repeatBelow();
      face.refresh();
    });
  output.out(markPastes);
  return readKeys((text) => talk.read(text));
}

/** A command of its own, about this session unless it names another. Ctrl-C ends it, and the run goes on. */
async function command(
  wire: Wire,
  { files }: AtSession,
  run: RunTyped,
  args: readonly string[],
): Promise<void> {
  wire.output.out(`\n› /${args.map(shellWord).join(" ")}\n`);
  const session = args.includes("--session") ? [] : ["--session", files.id];
  await wire.beside((stop) => run([...session, ...args], { ...wire, stop: () => stop }));
}

async function carryOut(
  { project, files }: AtSession,
  wish: Exclude<Doable, { kind: "edit" | "command" }>,
): Promise<void> {
  const now = project.clock.now();
  switch (wish.kind) {
    case "say":
      await say(files.journal, wish.text, { now: wish.now });
      return;
    case "answer":
      return answer(files.journal, wish.id, wish.answer, now, project);
    case "ship": {
      const { asked } = await planShip(project, files, { onto: wish.onto });
      return requestShip(files.journal, asked, now);
    }
  }
}

const gap = 2;

function listed(rows: readonly Typable[], { width, paint }: Layout): readonly string[] {
  const gutter = Math.max(...rows.map(({ about }) => about.length)) + gap;
  return [
    "",
    ...rows.flatMap(({ about, typed }) => {
      const [first = "", ...more] = wrap(`${padded(about, gutter)}${typed}`, width, gutter);
      return [paint("bold", first.slice(0, gutter)) + first.slice(gutter), ...more];
    }),
  ];
}

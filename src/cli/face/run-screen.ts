import { answer } from "../../app/say/answer.ts";
import { requestShip } from "../../app/say/request-ship.ts";
import { say } from "../../app/say/say.ts";
import type { AtSession } from "../../app/sessions/with-session.ts";
import { planShip } from "../../app/ship/plan-ship.ts";
import type { State } from "../../core/state/state.ts";
import type { ArtifactKind } from "../../core/terms/phase.ts";
import type { Wire } from "../wire/wire.ts";
import type { Wish } from "./ask.ts";
import { asksAgain, editInEditor } from "./edit-in-editor.ts";
import type { Face } from "./face.ts";
import { markNoPastes, markPastes } from "./keys.ts";
import { openFace } from "./open-face.ts";
import { TalkLine } from "./talk-line.ts";

export interface RunScreen {
  readonly face: Face;
  /** A person is there to ask. */
  readonly asks: boolean;
  /** Whether the person postponed everything that waits, so that the run can end. */
  isLeft(state: State): boolean;
  close(): void;
}

/** The screen of a run: the story, what happens now, and in a terminal an input line. */
export function openRunScreen(
  wire: Wire,
  at: AtSession,
  { all }: { readonly all: boolean },
  onLeft: () => void,
): RunScreen {
  const asks = wire.terminal.canAsk;
  const talk = new TalkLine({
    now: () => wire.clock.now(),
    branch: at.project.branch,
    perform: (wish) => (wish.kind === "edit" ? edit(wish.artifact) : perform(at, wish)),
    interrupt: () => wire.interrupt(),
    changed() {
      if (talk.isLeft(at.files.journal.state())) onLeft();
      else opened.face.refresh();
    },
  });
  const opened = openFace(wire, {
    human: "you",
    least: wire.terminal.isTty ? "plain" : "small",
    talk: all ? { kind: "whole" } : { kind: "short", asks: true },
    progress: true,
    ...(asks && { bottom: (state, layout) => talk.frame(state, layout) }),
  });
  const readsKeys = () => {
    wire.output.out(markPastes);
    return wire.readKeys((text) => talk.read(text));
  };
  let noKeys = asks ? readsKeys() : undefined;
  let closed = false;
  return {
    face: opened.face,
    asks,
    isLeft: (state) => asks && talk.isLeft(state),
    close() {
      if (closed) return;
      closed = true;
      noKeys?.();
      opened.close();
      if (asks) wire.output.out(markNoPastes);
    },
  };

  /** The editor gets the terminal to itself; what the team does meanwhile is shown afterwards. */
  async function edit(kind: ArtifactKind): Promise<void> {
    noKeys?.();
    opened.face.hold();
    wire.output.out(markNoPastes);
    try {
      await editInEditor(wire, at.files, kind, (faults) => asksAgain(wire, faults));
    } finally {
      if (!closed) noKeys = readsKeys();
      opened.face.release();
    }
  }
}

async function perform(
  { project, files }: AtSession,
  wish: Exclude<Wish, { kind: "unclear" | "later" | "edit" }>,
) {
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

import type { Act } from "../../app/rehearse/scripted-human.ts";
import { answer } from "../../app/say/answer.ts";
import type { Wait } from "../../core/decide/waits/wait.ts";
import type { Face } from "../face/face.ts";
import { openFace } from "../face/open-face.ts";
import type { Wire } from "../wire/wire.ts";
import type { Demo } from "./open-demo.ts";
import { ViewerChoice } from "./viewer-choice.ts";

export interface DemoScreen {
  readonly face: Face;
  /** The script is about to act; if there is a choice, a viewer may act first. */
  onWaiting(wait: Wait, act: Act, delayMs: number): void;
  onActed(): void;
  close(): void;
}

/** The screen of a demo: the story, short or in full, and a choice for the viewer. */
export function openDemoScreen(wire: Wire, { files }: Demo): DemoScreen {
  const { isTty, draws } = wire.terminal;
  const canAsk = wire.terminal.canAsk && draws;
  const over = new AbortController();
  const choice = new ViewerChoice({
    now: () => Date.parse(wire.clock.now()),
    choose: (wait, option) => answer(files.journal, wait.id, { kind: "choose", option }, wire.clock.now()),
    interrupt: () => wire.interrupt(),
    changed: () => opened.face.refresh(),
  });
  const opened = openFace(wire, {
    human: "pm",
    least: isTty ? "plain" : "key",
    talk: { kind: "whole" },
    bottom: (_, layout) => choice.frame(layout),
  });
  const noKeys = canAsk ? wire.readKeys((text) => choice.read(text)) : undefined;
  return {
    face: opened.face,
    onWaiting(wait, act, delayMs) {
      if (wait.kind !== "question" || act.on !== "question" || !canAsk || delayMs < 1_000) return;
      choice.ask(wait, act.choose, delayMs);
      void countDown(wire, choice, opened.face, over.signal);
    },
    onActed() {
      if (choice.left !== undefined) opened.face.print(scriptChose(opened.face));
      choice.done();
    },
    close() {
      over.abort();
      choice.done();
      noKeys?.();
      opened.close();
    },
  };
}

async function countDown(wire: Wire, choice: ViewerChoice, face: Face, signal: AbortSignal): Promise<void> {
  while (choice.left !== undefined && choice.left > 0 && !signal.aborted) {
    await wire.clock.sleep(1_000, signal);
    if (!signal.aborted) face.refresh();
  }
}

function scriptChose(face: Face): readonly string[] {
  return [face.layout().paint("dim", "(Nobody chose, so the script did.)")];
}

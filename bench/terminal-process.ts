// The interface in a process of its own, with a long talk behind it and four engineers who stream: prints what it took.
import { EventEmitter } from "node:events";
import { render } from "ink";
import { createElement } from "react";
import { painter } from "../src/core/views/rows/theme.ts";
import { FrameSource } from "../src/tui/frame-source.ts";
import { FrameView } from "../src/tui/frame-view.tsx";
import { Interface } from "../src/tui/interface.ts";
import { RowWriter } from "../src/tui/row-writer.ts";
import { atDoor } from "../test/support/at-interface.ts";
import { Past } from "../test/support/past.ts";
import { team } from "../test/support/plans.ts";

const messages = 2_000;
const signalsEachSecond = 200;
const streamMs = 8_000;
const keyEveryMs = 160;
const speakers = 4;

const text = [
  "I would **split** the text into tokens first, because then a division by zero is *one* case in one place.",
  "",
  "- `tokens.ts` reads numbers, names and signs",
  "- `parse.ts` knows what binds tighter",
  "",
  "```ts",
  "export function parse(text: string): Tree {",
  "  return sum(tokensOf(text)); // the rest follows",
  "}",
  "```",
].join("\n");

function talked(): Past {
  const past = Past.opened();
  past.enters("refinement");
  for (let turn = 1; turn <= messages; turn++)
    past.turn(`turn/refinement.1/${turn}`, team[turn % 2]?.id ?? "ada", `${turn}. ${text}`);
  return past;
}

const frames: number[] = [];
/** The processor time of each, which a busy machine does not stretch. */
const frameCpus: number[] = [];
const strokes: number[] = [];
let began = 0;
let beganCpu = process.cpuUsage();
let typed = "";
let pressed = 0;
const stdout = Object.assign(new EventEmitter(), {
  columns: 120,
  rows: 40,
  write(written: string) {
    const now = performance.now();
    if (began > 0) {
      frames.push(now - began);
      const { user, system } = process.cpuUsage(beganCpu);
      frameCpus.push((user + system) / 1000);
    }
    began = 0;
    if (pressed > 0 && written.includes(typed)) {
      strokes.push(now - pressed);
      pressed = 0;
    }
  },
});

const { door, tell, signal } = atDoor(talked(), "2026-01-01T12:00:00.000Z");
const writer = new RowWriter(stdout);
const source: FrameSource = new FrameSource(
  () => {
    began = performance.now();
    beganCpu = process.cpuUsage();
    return face.frame();
  },
  () => performance.now(),
);
const face = new Interface({
  door,
  paint: painter(true),
  size: () => ({ columns: 120, rows: 40 }),
  changed: (atOnce) => source.changed(atOnce),
  redraw: () => {},
  end: () => {},
});
render(createElement(FrameView, { source }), {
  stdout: writer as unknown as NodeJS.WriteStream, // it has all that Ink uses of one
  exitOnCtrlC: false,
  patchConsole: false,
  debug: true,
});
await face.open(undefined);
tell();
face.press([{ name: "text", text: "2" }]);
await pause(500);

const before = process.cpuUsage();
const from = performance.now();
let sent = 0;
let nextKey = from + keyEveryMs;
frames.length = 0;
frameCpus.length = 0;
while (performance.now() - from < streamMs) {
  const due = Math.floor(((performance.now() - from) / 1000) * signalsEachSecond);
  for (; sent < due; sent++) {
    const speaker = sent % speakers;
    const word = Math.floor(sent / speakers);
    signal({
      type: "text.delta",
      thread: `turn/refinement.1/${messages + 1 + speaker}`,
      ask: 1 + Math.floor(word / 150),
      seat: team[speaker % team.length]?.id ?? "ada",
      text: word % 12 === 0 ? "and then\n" : " a word more",
    });
  }
  if (performance.now() >= nextKey && pressed === 0) {
    nextKey += keyEveryMs;
    typed = typed.length >= 40 ? "k" : `${typed}k`;
    if (typed.length === 1) face.press([{ name: "clear" }]);
    pressed = performance.now();
    face.press([{ name: "text", text: "k" }]);
  }
  await pause(2);
}
const { user, system } = process.cpuUsage(before);
const wallMs = performance.now() - from;
process.stdout.write(
  `${JSON.stringify({
    core: (user + system) / 1000 / wallMs,
    frames: frames.length,
    frameMs: p95(frames),
    frameCpuMs: p95(frameCpus),
    strokes: strokes.length,
    strokeMs: p95(strokes),
    megabytes: process.memoryUsage.rss() / 2 ** 20,
  })}\n`,
);
process.exit(0);

function p95(all: readonly number[]): number {
  return all.toSorted((a, b) => a - b)[Math.floor(all.length * 0.95)] ?? Number.NaN;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

import { type Played, playRehearsal } from "../../app/rehearse/play-rehearsal.ts";
import { busyFault } from "../../app/run/take-lease.ts";
import { tellsFrom, watchSession } from "../../app/run/watch-session.ts";
import { painter } from "../../core/views/rows/theme.ts";
import { type DemoEnding, endDemo, endingRows } from "../demo/demo-ending.ts";
import { type DemoScreen, openDemoScreen } from "../demo/demo-screen.ts";
import {
  goOn,
  howToGoOn,
  kindNote,
  openingRows,
  stoppedRows,
  title,
  unscriptedRows,
} from "../demo/demo-words.ts";
import { killDemo } from "../demo/kill-demo.ts";
import { type Demo, openDemo } from "../demo/open-demo.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import type { Face } from "../face/face.ts";
import type { DemoOptions } from "../options.ts";
import { jsonText } from "../print/json-text.ts";
import type { Wire } from "../wire/wire.ts";

/** `huddle demo`: a scripted team takes an idea to shipped code while you watch. */
export async function demoAct(wire: Wire, name: string | undefined, options: DemoOptions): Promise<ExitCode> {
  if (options.kill !== undefined) return killDemo(wire, options.kill, { ...options, name });
  // From the first line on, Ctrl-C must stop softly.
  wire.stop();
  // Printed first, because making a repository takes a moment.
  if (!options.json) wire.output.out(`${painter(wire.terminal.colour)("bold", title)}\n`);
  const demo = await openDemo(wire, { name, dir: options.dir });
  try {
    return options.json
      ? await playForScripts(wire, options, demo)
      : await playForPeople(wire, options, demo);
  } finally {
    await demo.files.close();
  }
}

async function playForPeople(wire: Wire, options: DemoOptions, demo: Demo): Promise<ExitCode> {
  const screen = openDemoScreen(wire, demo);
  const { journal } = demo.files;
  screen.face.print(openingRows(demo, screen.face.layout()));
  const stop = () => {
    screen.close();
    screen.face.print(["", "Stopping. (Ctrl-C again: at once.)"]);
  };
  wire.stop().addEventListener("abort", stop, { once: true });
  const tells = demo.goesOn ? tellsFrom(journal.state(), wire.clock.now()) : () => true;
  const watching = watchSession(demo.files, (item) => {
    if (item.kind === "fact" && !tells(item.fact.seq)) return;
    screen.face.show(item);
    if (item.kind === "fact" && item.fact.event.type === "message.posted" && item.fact.actor === "human")
      screen.face.print(kindNote(screen.face.layout()));
  });
  try {
    await watching.told(journal.state().head);
    screen.face.begin(watching.state());
    const played = await play(wire, options, demo, screen);
    await watching.told(journal.state().head);
    if (played.kind !== "finished") return leave(wire, demo, screen.face, played);
    const ending = await endDemo(wire, demo);
    screen.face.print(endingRows(ending, demo, screen.face.layout()));
    screen.face.print(howToGoOn(screen.face.layout()));
    return exitOf(ending);
  } finally {
    wire.stop().removeEventListener("abort", stop);
    screen.close();
    await watching.stop();
  }
}

/** One event per line, then one document. */
async function playForScripts(wire: Wire, options: DemoOptions, demo: Demo): Promise<ExitCode> {
  const { journal } = demo.files;
  const { head } = journal.state();
  const watching = watchSession(demo.files, (item) => {
    if (item.kind === "fact" && (!demo.goesOn || item.fact.seq > head))
      wire.output.out(`${jsonText(item.fact)}\n`);
  });
  try {
    const played = await play(wire, options, demo, undefined);
    await watching.told(journal.state().head);
    const isFinished = played.kind === "finished";
    const ending = isFinished ? await endDemo(wire, demo) : undefined;
    const { folder, files } = demo;
    const next = isFinished ? "npm install -g ." : goOn(wire, demo);
    wire.output.out(`${jsonText({ folder, session: files.id, ended: played.kind, ...ending, next })}\n`);
    if (ending) return exitOf(ending);
    return played.kind === "stopped" ? exitCodes.stopped : exitCodes.fault;
  } finally {
    await watching.stop();
  }
}

async function play(
  wire: Wire,
  options: DemoOptions,
  demo: Demo,
  screen: DemoScreen | undefined,
): Promise<Played> {
  const over = demo.files.journal.state().session.ending;
  if (over) return { kind: "finished", why: over.why };
  // Pauses are for people who watch.
  const speed = options.speed ?? (wire.terminal.isTty && !options.json ? 1 : 0);
  const watched = wire.terminal.isTty && speed > 0;
  const played = await playRehearsal(demo.project, demo.files, {
    model: await wire.rehearsalModel(demo.rehearsal, speed),
    signal: AbortSignal.any([wire.stop(), wire.output.gone]),
    human: {
      acts: demo.acts,
      onto: demo.rehearsal.repository.branch,
      clock: wire.clock,
      delayMs: (act) => (watched ? act.waitMs / speed : 0),
      ...(screen && { onWaiting: screen.onWaiting, onActed: screen.onActed }),
    },
  });
  if (played.kind === "busy") throw busyFault(played.runner);
  return played;
}

function leave(wire: Wire, demo: Demo, face: Face, played: Played): ExitCode {
  face.print(played.kind === "unscripted" ? unscriptedRows(wire, played.wait) : stoppedRows(wire, demo));
  return played.kind === "stopped" ? exitCodes.stopped : exitCodes.fault;
}

function exitOf({ proof, summary }: DemoEnding): ExitCode {
  return proof.every((one) => one.holds) && summary.every((one) => one.met)
    ? exitCodes.finished
    : exitCodes.failed;
}

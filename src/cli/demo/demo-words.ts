import type { Wait } from "../../core/decide/waits/wait.ts";
import { shellWord } from "../../core/text/quoted.ts";
import { phaseName } from "../../core/views/phase-words.ts";
import { indented } from "../../core/views/plain-text.ts";
import { stepWords } from "../../core/views/plan/step-words.ts";
import type { Layout } from "../../core/views/rows/layout.ts";
import type { Wire } from "../wire/wire.ts";
import { heading } from "./demo-ending.ts";
import type { Demo } from "./open-demo.ts";

/** What a demo says about itself: at its start, on the way and at its end. */

export const title = "Huddle: an AI engineering team that talks before it codes.";

export function openingRows(
  { folder, goesOn, rehearsal, files }: Demo,
  { paint }: Layout,
): readonly string[] {
  const { stage, head, session } = files.journal.state();
  const rows = [rehearsal.label, unconfined, paint("dim", `In ${folder}`)];
  if (!goesOn) return rows;
  if (session.ending) return [...rows, "", "This demo has already finished. Its result:"];
  const where = stage ? phaseName(stage.phase) : "the beginning";
  return [
    ...rows,
    "",
    `Going on in ${where} after ${head} events. The whole story: cd ${shellWord(folder)} && huddle show`,
  ];
}

const unconfined = "Its own tests run without a sandbox: it is known what they do.";

/** Somebody spoke to the team from another terminal. The log has it, but no line of the script answers it. */
export function kindNote({ paint }: Layout): readonly string[] {
  return [paint("dim", "(This is a script: nobody answers that. A team of your own will.)")];
}

export function howToGoOn(layout: Layout): readonly string[] {
  return [
    ...heading("Now with your own code", layout),
    "   npm install -g .        in the folder of Huddle itself",
    "   cd your-repository",
    "   huddle model            your key (ANTHROPIC_API_KEY), or a server that you run",
    "   huddle init             finds out how the project is tested, and tries it",
    '   huddle new "your idea"  opens a session; then: huddle run',
    "   huddle                  alone, leads you through all of this",
  ];
}

export function stoppedRows(wire: Wire, demo: Demo): readonly string[] {
  return ["", "Stopped. Nothing is lost.", `Next: ${goOn(wire, demo)}  (goes on from here)`];
}

/** Somebody said something the script has no line for, or a step failed. */
export function unscriptedRows(wire: Wire, wait: Wait): readonly string[] {
  const next = `Next: ${wire.demoWords.replace(/ --$/, "")}  (plays it again from the start)`;
  if (wait.kind === "stuck" && wait.code !== "model.unscripted")
    return ["", `The demo cannot go on. ${stepWords(wait.step)} failed:`, indented(wait.error), next];
  return [
    "",
    "This is a script, and nobody wrote a line for what was said.",
    "A team of your own can answer: see huddle --help",
    next,
  ];
}

/** What to type to continue this demo. */
export function goOn(wire: Wire, { folder, rehearsal: { name } }: Demo): string {
  return `${wire.demoWords}${name === "calculator" ? "" : ` ${name}`} --dir ${shellWord(folder)}`;
}

import type { Fact } from "../../core/facts/fact.ts";
import { shellWord } from "../../core/text/quoted.ts";
import { type RequirementSummary, summaryOf } from "../../core/views/documents/summary.ts";
import { plainText } from "../../core/views/plain-text.ts";
import type { Layout } from "../../core/views/rows/layout.ts";
import { wrap } from "../../core/views/rows/wrap.ts";
import { shortId } from "../../core/views/story/story-line.ts";
import type { Wire } from "../wire/wire.ts";
import { type Numbers, numbersOf } from "./numbers.ts";
import type { Demo } from "./open-demo.ts";

export interface Proof {
  readonly run: string;
  readonly exit: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Whether the result is what the brief asks for. */
  readonly holds: boolean;
}

export interface DemoEnding {
  readonly summary: readonly RequirementSummary[];
  readonly proof: readonly Proof[];
  readonly numbers: Numbers;
}

/** The results of a finished demo: counted in its events, and tried out in the shipped repository. */
export async function endDemo(wire: Wire, { files, folder, rehearsal }: Demo): Promise<DemoEnding> {
  const facts: Fact[] = [];
  for await (const fact of files.journal.read(1)) facts.push(fact);
  const proof: Proof[] = [];
  for (const wanted of rehearsal.proof) {
    const running = await wire.spawnShell(wanted.run, { cwd: folder });
    const { exit, stdout, stderr } = await running.ended;
    const holds =
      exit === wanted.exit &&
      (wanted.stdout === undefined || stdout.replace(/\n$/, "") === wanted.stdout) &&
      (wanted.stderr === undefined || stderr.includes(wanted.stderr));
    proof.push({ run: wanted.run, exit, stdout, stderr, holds });
  }
  return { summary: summaryOf(files.journal.state(), facts), proof, numbers: numbersOf(facts) };
}

export function endingRows(
  { summary, proof, numbers }: DemoEnding,
  { folder, rehearsal }: Pick<Demo, "folder" | "rehearsal">,
  layout: Layout,
): readonly string[] {
  return [
    ...heading("What was asked for, and what there is", layout),
    ...summary.flatMap((one) => requirementRows(one, layout)),
    ...heading("Tried out in the shipped repository", layout),
    ...proof.flatMap((one) => proofRows(one, layout)),
    ...heading("In numbers", layout),
    ...wrap(numbersText(numbers), layout.width - 3).map((row) => `   ${row}`),
    `   What the ${rehearsal.name} made is in ${folder}`,
    `   Its history: git -C ${shellWord(folder)} log --graph --oneline`,
  ];
}

export function heading(text: string, { width, paint }: Layout): readonly string[] {
  const room = Number.isFinite(width) ? Math.max(0, width - text.length - 4) : 0;
  return ["", paint("bold", `── ${text}${room > 0 ? ` ${"─".repeat(room)}` : ""}`)];
}

function requirementRows(
  { id, text, met, tasks }: RequirementSummary,
  { width, paint }: Layout,
): readonly string[] {
  const sign = met ? paint("good", "✓") : paint("bad", "✗");
  const [first = "", ...rest] = wrap(`${id}  ${plainText(text)}`, width - 5, id.length + 2);
  const by = tasks
    .map((task) => `${task.id} ${task.commit === undefined ? notLanded(met) : shortId(task.commit)}`)
    .join(", ");
  return [
    `   ${sign} ${first}`,
    ...rest.map((row) => `     ${row}`),
    ...wrap(by, width - 9).map((row) => `         ${paint("dim", row)}`),
  ];
}

function notLanded(met: boolean): string {
  return met ? "was done already" : "not landed";
}

function proofRows({ run, exit, stdout, stderr, holds }: Proof, { paint }: Layout): readonly string[] {
  const said = plainText(`${stdout}${stderr}`).trimEnd().split("\n");
  const end = `exit ${exit ?? "by a signal"}${holds ? "" : ": not what was asked for"}`;
  return [
    `   ${paint("bold", `$ ${run}`)}`,
    ...said.map((row) => `   ${row}`),
    `   ${paint(holds ? "dim" : "bad", `(${end})`)}`,
  ];
}

function numbersText(numbers: Numbers): string {
  const { tasks, requests, decisions, tests, commits, seconds } = numbers;
  return `${tasks} tasks, ${decisions} decisions, ${requests} requests to the script, ${tests} tests, ${commits} commits, ${seconds} seconds`;
}

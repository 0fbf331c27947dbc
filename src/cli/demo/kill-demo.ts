import { playRehearsal } from "../../app/rehearse/play-rehearsal.ts";
import type { Fact } from "../../core/facts/fact.ts";
import { Fault } from "../../core/fault.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import type { DemoOptions } from "../options.ts";
import { jsonText } from "../print/json-text.ts";
import type { Wire } from "../wire/wire.ts";
import { type Demo, openDemo, type WhichDemo } from "./open-demo.ts";
import { randomNumbers } from "./random-numbers.ts";
import { compareTallies, type Difference, type Tally, tally } from "./tally.ts";

interface Played {
  readonly folder: string;
  readonly tally: Tally;
  readonly events: number;
  readonly tree: string;
}

/**
 * Plays the demo once undisturbed, and once in child processes that it kills at random events and replaces each time.
 * Then it compares both logs and both shipped trees.
 */
export async function killDemo(
  wire: Wire,
  times: number,
  options: DemoOptions & Pick<WhichDemo, "name">,
): Promise<ExitCode> {
  const say = (text: string) => {
    if (!options.json) wire.output.out(`${text}\n`);
  };
  const seed = options.seed ?? wire.seed();
  say(`Playing the demo undisturbed, for comparison.`);
  const { name } = options;
  const peace = await playInPeace(wire, name);
  say(`${peace.events} events. Now with ${times} kills (seed ${seed}):`);
  const folder = await wire.demoFolder(options.dir);
  const shots = await shoot(wire, { name, dir: folder }, shotsAt(times, peace.events, seed), say);
  const killed = await lookAt(await openDemo(wire, { name, dir: folder }));
  const difference = compareTallies(peace.tally, killed.tally);
  const same = difference.lost.length + difference.doubled.length === 0 && peace.tree === killed.tree;
  const document = {
    seed,
    kills: shots,
    ...difference,
    repeated: killed.tally.attempts,
    trees: [peace.tree, killed.tree],
    same,
    folder,
  };
  if (options.json) wire.output.out(`${jsonText(document)}\n`);
  for (const line of resultLines(difference, peace, killed, shots)) say(line);
  say(
    same
      ? "Nothing lost, nothing doubled, the same tree."
      : `This should not happen. Compare both: ${peace.folder} and ${folder}`,
  );
  return same ? exitCodes.finished : exitCodes.fault;
}

async function playInPeace(wire: Wire, name: string | undefined): Promise<Played> {
  const demo = await openDemo(wire, { name });
  const played = await playRehearsal(demo.project, demo.files, {
    model: await wire.rehearsalModel(demo.rehearsal, 0),
    signal: wire.stop(),
    human: { acts: demo.acts, onto: demo.rehearsal.repository.branch, clock: wire.clock, delayMs: () => 0 },
  });
  if (played.kind !== "finished") throw new Fault("refused", `The demo did not finish: ${played.kind}.`);
  return lookAt(demo);
}

async function lookAt({ files, project, folder }: Demo): Promise<Played> {
  const facts: Fact[] = [];
  for await (const fact of files.journal.read(1)) facts.push(fact);
  const { shipped } = files.journal.state().session;
  const tree = shipped
    ? await project.openWorkspace(files.id, 0).treeOf(shipped.commit)
    : "nothing was shipped";
  await files.close();
  return { folder, tally: tally(facts), events: facts.length, tree };
}

/** Leaves out the last events: a runner may have exited before it can be killed there. */
const lastOnes = 12;

/** Distinct events, in order. */
function shotsAt(times: number, events: number, seed: number): readonly number[] {
  const random = randomNumbers(seed);
  const chosen = new Set<number>();
  while (chosen.size < Math.min(times, events - lastOnes)) chosen.add(2 + random(events - lastOnes));
  return [...chosen].sort((a, b) => a - b);
}

/** Returns the events at which it was really killed. After the last kill it is left to finish. */
async function shoot(
  wire: Wire,
  { name, dir }: WhichDemo,
  shots: readonly number[],
  say: (text: string) => void,
): Promise<readonly number[]> {
  const hits: number[] = [];
  for (const shot of [...shots, undefined]) {
    let seen = 0;
    let rest = "";
    const child = await wire.spawnSelf(
      ["demo", ...(name ? [name] : []), "--dir", dir ?? "", "--speed", "0", "--json"],
      {
        onOut(text) {
          const lines = (rest + text).split("\n");
          rest = lines.pop() ?? "";
          for (const line of lines) seen = seqOf(line) ?? seen;
          if (shot !== undefined && seen >= shot) child.kill("SIGKILL");
        },
      },
    );
    const { exit, stderr } = await child.ended;
    if (exit === null) {
      hits.push(seen);
      say(`  killed at event ${seen}`);
    } else if (exit !== 0) throw new Fault("refused", `The demo ended with ${exit}: ${stderr.trim()}`);
  }
  return hits;
}

function seqOf(line: string): number | undefined {
  const value: unknown = JSON.parse(line);
  return typeof value === "object" && value !== null && "seq" in value && typeof value.seq === "number"
    ? value.seq
    : undefined;
}

function resultLines(
  { lost, doubled }: Difference,
  peace: Played,
  killed: Played,
  shots: readonly number[],
): readonly string[] {
  return [
    `kills      ${shots.length}`,
    `lost       ${lost.length}`,
    ...lost.map((one) => `  ${one}`),
    `doubled    ${doubled.length}`,
    ...doubled.map((one) => `  ${one}`),
    `repeated   ${killed.tally.attempts} requests asked again because their answer was lost`,
    `tree       ${peace.tree}  undisturbed`,
    `           ${killed.tree}  killed`,
  ];
}

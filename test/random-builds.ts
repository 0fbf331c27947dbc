// npm run builds -- [count] [from]: plays random builds and holds every moment of them to what must hold. The team and what
// chance says follow from the seed, so `npm run builds -- 1 4711` plays one of them again; in which order things happen
// may differ from run to run.
import { proveBuild } from "./support/random-build/prove.ts";

const [count = 5_000, from = 1] = process.argv.slice(2).map(Number);
const wrong: string[] = [];
let facts = 0;
const moves = new Map<string, number>();
for (let seed = from; seed < from + count; seed += 1) {
  try {
    const proof = await proveBuild(seed);
    facts += proof.facts;
    for (const move of proof.moves) moves.set(move, (moves.get(move) ?? 0) + 1);
  } catch (error) {
    wrong.push(String(error));
    process.stdout.write(`${String(error)}\n`);
  }
  const played = seed - from + 1;
  if (played % 100 === 0) process.stdout.write(`${played} builds, ${facts} facts, ${wrong.length} wrong\n`);
}
process.stdout.write(`${count} builds with ${facts} facts: ${wrong.length === 0 ? "all holds" : "WRONG"}\n`);
const counts = [...moves].toSorted(([, one], [, other]) => other - one);
process.stdout.write(`${counts.map(([move, times]) => `${move} ${times}`).join(", ")}\n`);
process.exit(wrong.length === 0 ? 0 : 1);

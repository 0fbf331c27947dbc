// One build in a process of its own, for the bench: so that its memory is its own. Prints what it took, as JSON.
import { dirname, join } from "node:path";
import { buildAt, planOf, teamOf } from "./floor/build.ts";
import { makespanOf } from "./floor/ideal.ts";
import { roundsOf } from "./floor/rounds.ts";

const [origin = "", width = "1", depth = "1", asks = "4", latency = "500"] = process.argv.slice(2);
const root = join(dirname(process.argv[1] ?? ""), "..", "..");
const wide = Number(width);
const facts = await buildAt(origin, root, {
  seats: teamOf(Math.max(1, wide)),
  ...(wide > 0 && { tasks: planOf(wide, Number(depth)) }),
  asks: Number(asks),
});
const { maxRSS } = process.resourceUsage();
const built = {
  ...makespanOf(facts, Number(latency)),
  memoryKb: maxRSS,
  rounds: roundsOf(facts, Number(asks)),
};
process.stdout.write(`${JSON.stringify(built)}\n`);

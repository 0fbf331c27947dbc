// One build in a process of its own, for the bench: so that its memory is its own. Prints what it took, as JSON.
import { dirname, join } from "node:path";
import { buildAt, planOf, teamOf } from "./floor/build.ts";
import { makespanOf } from "./floor/ideal.ts";

const [origin = "", width = "1", depth = "1", asks = "4", latency = "500"] = process.argv.slice(2);
const root = join(dirname(process.argv[1] ?? ""), "..", "..");
const wide = Number(width);
const facts = await buildAt(origin, root, {
  seats: teamOf(Math.max(1, wide)),
  ...(wide > 0 && { tasks: planOf(wide, Number(depth)) }),
  asks: Number(asks),
});
const asked = facts.filter(({ event }) => event.type === "model.asked");
const asking = asked.slice(0, Number(asks)).map(({ at }) => Date.parse(at));
const rounds = asking.slice(1).map((at, index) => at - (asking[index] ?? at));
/** The middle one, from one request of a conversation to the next. */
const requestMs = rounds.toSorted((one, other) => one - other)[Math.floor(rounds.length / 2)] ?? 0;
const { maxRSS } = process.resourceUsage();
const built = { ...makespanOf(facts, Number(latency)), memoryKb: maxRSS, requestMs };
process.stdout.write(`${JSON.stringify(built)}\n`);

import about from "../../package.json" with { type: "json" };
import { openWire } from "./wire.ts";

const args = process.argv.slice(2);
const wire = openWire();

// The version is asked for by scripts all day long: nothing else is loaded for it.
if (args.length === 1 && (args[0] === "--version" || args[0] === "-V")) {
  wire.output.out(`${about.version}\n`);
} else {
  const { runProgram } = await import("./program.ts");
  process.exitCode = await runProgram(wire, args);
}

import about from "../../package.json" with { type: "json" };

const args = process.argv.slice(2);

// Scripts ask for the version all day long: nothing else is loaded for it.
if (args.length === 1 && (args[0] === "--version" || args[0] === "-V")) {
  process.stdout.on("error", () => {}); // whoever asked has gone away
  process.stdout.write(`${about.version}\n`);
} else {
  process.exitCode = 1; // until a command has ended: one that hangs in the air has not
  void run();
}

async function run(): Promise<void> {
  const { openWire } = await import("./wire/open-wire.ts");
  const { runProgram } = await import("./program.ts");
  process.exitCode = await runProgram(openWire(), args, about.version);
}

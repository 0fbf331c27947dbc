import about from "../../package.json" with { type: "json" };

const args = process.argv.slice(2);

// Scripts ask for the version often, so nothing else is loaded for it.
if (args.length === 1 && (args[0] === "--version" || args[0] === "-V")) {
  process.stdout.on("error", () => {}); // the reader has gone away
  process.stdout.write(`${about.version}\n`);
} else {
  process.exitCode = 1; // until a command has ended: one that never settles has failed
  void run();
}

async function run(): Promise<void> {
  const { openWire } = await import("./wire/open-wire.ts");
  const { runProgram } = await import("./program.ts");
  process.exitCode = await runProgram(openWire({ args }), args, about.version);
}

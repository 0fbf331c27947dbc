// npm start: sets up what is needed, then plays the rehearsal. Arguments go to `huddle demo`.

import { spawn } from "node:child_process";
import { constants } from "node:os";
import { join } from "node:path";
import { prepare, progress, root, SetupError } from "./setup.mjs";

try {
  await prepare();
  const { build } = await import("./build.mjs");
  await build(["product"], { onBuild: () => progress("Building …") });
  process.exitCode = await play(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  progress(error.message);
  process.exitCode = 1;
}

/** @param {string[]} args @returns {Promise<number>} the exit code of the demo */
function play(args) {
  const child = spawn(process.execPath, [join(root, "dist", "huddle.js"), "demo", ...args], {
    stdio: "inherit",
  });
  // A terminal sends Ctrl-C and hang-up to every process in the foreground, so the child has them already,
  // and a second one would mean "stop at once". Without a terminal they are sent to us alone.
  const interactive = [process.stdin, process.stdout, process.stderr].some((stream) => stream.isTTY);
  for (const signal of /** @type {const} */ (["SIGINT", "SIGHUP"])) {
    process.on(signal, () => interactive || child.kill(signal));
  }
  process.on("SIGTERM", () => child.kill("SIGTERM"));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (code, signal) => resolve(code ?? 128 + constants.signals[signal ?? "SIGTERM"]));
  });
}

import { readFile } from "node:fs/promises";
import { platform } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { emptyPlace, noAbort } from "../../../test/support/git-place.ts";
import { noKeys } from "../../core/text/redaction.ts";
import { runCommand } from "./run-command.ts";

async function run(command: string, cwd?: string) {
  const folder = cwd ?? (await emptyPlace());
  return runCommand(
    {
      command,
      cwd: folder,
      env: { PATH: process.env.PATH ?? "" },
      record: join(folder, "record"),
      timeoutMs: 60_000,
      mostBytes: 1000,
      redaction: noKeys,
    },
    noAbort,
  );
}

test.each([
  [0, 0],
  [128, 128],
  [129, null],
  [143, null],
  [159, null],
  [160, 160],
])(
  "10.41: a shell that ends with %i has the exit code %s: up to 31 above 128 it tells of a signal",
  async (exit, told) => {
    const code = told === null ? { code: exit } : {};
    expect(await run(`exit ${exit}`)).toEqual({ exit: told, ...code, timedOut: false, output: "" });
  },
);

test.runIf(platform() === "linux")(
  "10.41: a process that cannot be found any more holds the output open, and the command ends all the same",
  async () => {
    const folder = await emptyPlace();
    // In a session of its own and without the mark. The fifo tells when it is there.
    const lost = "setsid env -i sh -c 'echo $$ > pid; echo there > stands; exec sleep 1000'";
    onTestFinished(async () => {
      const pid = Number(await readFile(join(folder, "pid"), "utf8"));
      process.kill(pid, "SIGKILL");
    });
    const ended = await run(`mkfifo stands; ${lost} & read -r word < stands; echo $word`, folder);
    expect(ended).toEqual({ exit: 0, timedOut: false, output: "there\n" });
  },
);

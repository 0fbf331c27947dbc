import { readdir, readFile } from "node:fs/promises";
import { platform } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { emptyPlace, noAbort } from "../../../test/support/git-place.ts";
import { noKeys, redactionOf } from "../../core/text/redaction.ts";
import { markOf } from "./end-processes.ts";
import { type Command, runCommand } from "./run-command.ts";

async function run(command: string, cwd?: string, more: Partial<Command> = {}, signal = noAbort) {
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
      ...more,
    },
    signal,
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

describe("a command", () => {
  test("is told what it is, and all it says is kept in order, errors included", async () => {
    const folder = await emptyPlace();
    const pieces: string[] = [];
    const ended = await run("echo one; echo two >&2; echo $HUDDLE_CHILD; echo $MORE", folder, {
      env: { PATH: process.env.PATH ?? "", MORE: "more" },
      onText: (text) => void pieces.push(text),
    });
    const output = `one\ntwo\n${markOf(join(folder, "record"))}\nmore\n`;
    expect(ended).toEqual({ exit: 0, timedOut: false, output });
    expect(pieces.join("")).toBe(output);
  });

  test("stands behind the words that keep it apart", async () => {
    expect(await run("echo $WORD", undefined, { start: ["env", "WORD=apart"] })).toMatchObject({
      output: "apart\n",
    });
  });

  test("that runs too long is ended, and what it said is kept", async () => {
    const ended = await run("echo begun; exec sleep 1000", undefined, { timeoutMs: 50 });
    expect(ended).toMatchObject({ exit: null, timedOut: true });
    expect(ended).not.toHaveProperty("code");
  });

  test("may take longer than a timer can wait", async () => {
    expect(await run("echo done", undefined, { timeoutMs: 2 ** 40 })).toEqual({
      exit: 0,
      timedOut: false,
      output: "done\n",
    });
  });

  test("that is ended by a signal has no exit code", async () => {
    expect(await run("kill -KILL $$")).toEqual({ exit: null, timedOut: false, output: "" });
  });

  test("that is stopped, before or while it runs, throws the reason", async () => {
    const folder = await emptyPlace();
    const stop = new AbortController();
    const onText = () => stop.abort(new Error("enough"));
    await expect(run("echo begun; exec sleep 1000", folder, { onText }, stop.signal)).rejects.toThrow(
      "enough",
    );
    await expect(run("touch ran", folder, {}, stop.signal)).rejects.toThrow("enough");
    expect(await readdir(folder)).toEqual(["record"]);
  });

  test("that cannot be put on record does not start", async () => {
    const folder = await emptyPlace();
    const record = join(folder, "none", "record");
    await expect(run("touch ran", folder, { record })).rejects.toThrow(
      `the command could not be put on record at ${record}, so it was not started`,
    );
    expect(await readdir(folder)).toEqual([]);
    expect(await run("exit 125", folder)).toMatchObject({ exit: 125 });
  });

  test("that says much or says a key is cut, and says it not", async () => {
    const key = "sk-canary-0123456789";
    const redaction = redactionOf([{ name: "K", value: key }]);
    const { output } = await run(`printf '%s' sk-canary-; printf 0123456789; printf 'ü'`, undefined, {
      redaction,
    });
    expect(output).toBe("[key]ü");
    const long = await run("head -c 5000 /dev/zero | tr '\\0' x", undefined, { mostBytes: 100 });
    expect(long.output).toBe(`${"x".repeat(50)}\n[… 4900 bytes left out, 0 lines …]\n${"x".repeat(50)}`);
  });

  test("in a folder that is gone is an error", async () => {
    await expect(run("true", "/nowhere/at/all")).rejects.toMatchObject({ code: "ENOENT" });
  });
});

import { expect, test } from "vitest";
import { emptyPlace } from "../../../test/support/git-place.ts";
import { type ProcessStart, startProcess } from "./start-process.ts";

const shell = async (script: string, more: Partial<ProcessStart> = {}) => {
  const cwd = await emptyPlace();
  return {
    cwd,
    ...startProcess({ program: "/bin/sh", args: ["-c", script], cwd, env: { A: "1" }, ...more }),
  };
};

test("a program runs where and with what it is told to, and its output is kept", async () => {
  const { cwd, pid, ended } = await shell('pwd; echo "$$ $A"; echo woe >&2; exit 3');
  expect(await ended).toEqual({ exit: 3, signal: null, stdout: `${cwd}\n${pid} 1\n`, stderr: "woe\n" });
});

test("output that somebody wants at once is not kept", async () => {
  const out: string[] = [];
  const error: string[] = [];
  const onOut = (text: string) => void out.push(text);
  const onError = (text: string) => void error.push(text);
  const { ended } = await shell("echo ü; echo woe >&2", { onOut, onError });
  expect(await ended).toEqual({ exit: 0, signal: null, stdout: "", stderr: "" });
  expect([out.join(""), error.join("")]).toEqual(["ü\n", "woe\n"]);
});

test("it can be ended", async () => {
  const { kill, ended } = await shell("exec sleep 60");
  kill("SIGTERM");
  expect(await ended).toMatchObject({ exit: null, signal: "SIGTERM" });
});

test("a program that is not there has no number, and its end is an error", async () => {
  const { pid, ended } = await shell("", { program: "/nowhere/x" });
  expect(pid).toBe(0);
  await expect(ended).rejects.toMatchObject({ code: "ENOENT" });
});

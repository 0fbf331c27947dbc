import { once } from "node:events";
import { PassThrough } from "node:stream";
import { expect, test, vi } from "vitest";
import { indented, oneLine } from "../../core/views/plain-text.ts";
import { openOutput } from "../print/output.ts";
import { Stopper } from "./stopper.ts";
import { colourAllowed, terminalOf } from "./terminal.ts";

test.each<[env: Record<string, string>, isTty: boolean, allowed: boolean]>([
  [{}, true, true],
  [{}, false, false],
  [{ NO_COLOR: "1" }, true, false],
  [{ NO_COLOR: "" }, true, true],
  [{ FORCE_COLOR: "1" }, false, true],
  [{ FORCE_COLOR: "0" }, true, false],
  [{ NO_COLOR: "1", FORCE_COLOR: "1" }, false, false],
])("%j with a terminal %s: colour %s", (env, isTty, allowed) => {
  expect(colourAllowed(env, isTty)).toBe(allowed);
});

test.each<[what: string, env: Record<string, string>, isTty: boolean, isPlain: boolean, is: string]>([
  ["a terminal", { TERM: "xterm" }, true, false, "asks draws colours"],
  ["one that only prints", { TERM: "dumb" }, true, false, "asks"],
  [
    "one that only prints, with colours wanted",
    { TERM: "dumb", FORCE_COLOR: "1" },
    true,
    false,
    "asks colours",
  ],
  ["a person who wants lines", { TERM: "xterm", FORCE_COLOR: "1" }, true, true, "asks"],
  ["a pipe", { TERM: "xterm" }, false, true, ""],
])("%s", (_, env, isTTY, isPlain, is) => {
  const stdout = Object.assign(new PassThrough(), { isTTY }) as unknown as NodeJS.WriteStream; // nothing else is asked of it
  const { canAsk, draws, colour } = terminalOf(env, { isTTY }, stdout, () => isPlain);
  const words = [canAsk && "asks", draws && "draws", colour && "colours"].filter((word) => word !== false);
  expect(words.join(" ")).toBe(is);
});

test("a reader that goes away is not a failure; later output is dropped", async () => {
  const stdout = new PassThrough();
  const failed = vi.fn();
  const output = openOutput(stdout, new PassThrough(), (text) => text, failed);
  output.out("a");
  stdout.destroy(Object.assign(new Error("gone"), { code: "EPIPE" }));
  await once(output.gone, "abort");
  output.out("b");
  await output.drained();
  expect(failed).not.toHaveBeenCalled();
});

test("a full disk is a failure", async () => {
  const stdout = new PassThrough();
  const full = Object.assign(new Error("full"), { code: "ENOSPC" });
  const failed = new Promise((resolve) => {
    openOutput(stdout, new PassThrough(), (text) => text, resolve);
  });
  stdout.destroy(full);
  expect(await failed).toBe(full);
});

test("the first stop is soft, the second immediate; unarmed, the first is immediate", () => {
  const process = {
    on: vi.fn(),
    exit: vi.fn((code: number): never => {
      throw new Error(`exit ${code}`);
    }),
  };
  expect(() => new Stopper(process).interrupt()).toThrow("exit 130");
  const stopper = new Stopper(process);
  const signal = stopper.arm();
  expect(stopper.arm()).toBe(signal);
  expect(process.on).toHaveBeenCalledTimes(3);
  stopper.interrupt();
  expect(signal.aborted).toBe(true);
  expect(() => stopper.interrupt()).toThrow("exit 130");
});

test("beside other work, the first Ctrl-C is for what goes on beside it, and the second for all", async () => {
  const heard: (() => void)[] = [];
  const exit = (code: number): never => {
    throw new Error(`exit ${code}`);
  };
  const stopper = new Stopper({ on: (_, listener) => heard.push(listener), exit });
  const all = stopper.arm();
  await stopper.beside(async (stop) => {
    heard[0]?.();
    expect([stop.aborted, all.aborted]).toEqual([true, false]);
    heard[0]?.();
    expect(all.aborted).toBe(true);
  });
  const other = new Stopper({ on: (_, listener) => heard.unshift(listener), exit });
  const whole = other.arm();
  await other.beside(async () => {});
  heard[2]?.(); // the first that was registered: SIGINT
  expect(whole.aborted).toBe(true);
});

test("foreign text stays on its line and cannot control the terminal", () => {
  expect(oneLine("a\n\u001b[31mb\u001b[0m\r\tc")).toBe("a b c");
  expect(indented("a\n\nb", "  ")).toBe("  a\n\n  b");
});

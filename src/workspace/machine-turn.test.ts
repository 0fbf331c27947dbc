import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { noAbort } from "../../test/support/git-place.ts";
import { holdPorts } from "./machine-turn.ts";

// Ports that no other test names. Nothing listens there: only their names are held.
const port = 61_001;

async function otherProcess(held: number) {
  const name = JSON.stringify(`\0huddle/${process.getuid?.()}/port/${held}`);
  const script = `require("node:net").createServer().listen({ path: ${name} }, () => console.log("held"))`;
  const child = spawn(process.execPath, ["-e", script], { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  await once(child.stdout, "data");
  return child;
}

test.runIf(process.platform === "linux")(
  "what another process holds is waited for, and is free when that is killed",
  async () => {
    const child = await otherProcess(port);
    const took: string[] = [];
    const held = holdPorts([port], noAbort).then((release) => {
      took.push("held");
      return release;
    });
    (await holdPorts([port + 1], noAbort))();
    expect(took).toEqual([]);
    child.kill("SIGKILL");
    (await held)();
    (await holdPorts([port], noAbort))();
  },
);

test("who no longer wants it stops waiting, and lets go of what it held", async () => {
  const release = await holdPorts([port + 2], noAbort);
  const stop = new AbortController();
  const waiting = holdPorts([port + 1, port + 2], stop.signal);
  stop.abort(new Error("not wanted"));
  await expect(waiting).rejects.toThrow("not wanted");
  (await holdPorts([port + 1], noAbort))();
  release();
  await expect(holdPorts([port + 2], stop.signal)).rejects.toThrow("not wanted");
});

test("sets of ports that overlap never meet, and none waits for ever", async () => {
  const using = new Map<number, number>();
  let most = 0;
  const work = async (at: number) => {
    const ports = [0, 1, 2].filter((bit) => ((at % 7) + 1) & (1 << bit)).map((bit) => port + 3 + bit);
    const mixed = at % 2 === 0 ? ports : [...ports, ...ports].reverse();
    const release = await holdPorts(mixed, new AbortController().signal);
    for (const one of ports) using.set(one, (using.get(one) ?? 0) + 1);
    most = Math.max(most, ...using.values());
    await new Promise((resolve) => setImmediate(resolve));
    for (const one of ports) using.set(one, (using.get(one) ?? 0) - 1);
    release();
  };
  await Promise.all(Array.from({ length: 70 }, (_, at) => work(at)));
  expect(most).toBe(1);
});

import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runNotify } from "./run-notify.ts";

const env = { PATH: process.env.PATH, WHO: "Pia" };

async function notify(run: string, timeoutMs = 20_000) {
  const cwd = await mkdtemp(join(tmpdir(), "notify-"));
  return { cwd, failure: await runNotify({ run, cwd, env, input: '{"a":1}\n', timeoutMs }) };
}

test("it reads the notice and has the person's own environment", async () => {
  const { cwd, failure } = await notify('cat > in; echo "$WHO" >> in');
  expect(failure).toBeUndefined();
  expect(await readFile(join(cwd, "in"), "utf8")).toBe('{"a":1}\nPia\n');
});

test("it need not read", async () => {
  expect((await notify("exec <&-; exit 0")).failure).toBeUndefined();
});

test("its failure is one line, with the last one it printed", async () => {
  expect((await notify("echo one >&2; echo two >&2; exit 7")).failure).toBe("exit 7: two");
  expect((await notify("no-such-program-here")).failure).toMatch(/^exit 127: .*not found$/);
});

test("it ends in time, with all that it started", async () => {
  const { failure } = await notify("sleep 600 & echo $! > pid; wait", 300);
  expect(failure).toBe("it was ended after 0.3 s");
});

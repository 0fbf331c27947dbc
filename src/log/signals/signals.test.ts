import { mkdir, readdir, readFile, rename, stat, writeFile } from "node:fs/promises";
import { createConnection, createServer } from "node:net";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { temporaryFolder } from "../../../test/support/log-fixtures.ts";
import { Noted } from "../../../test/support/noted.ts";
import type { Emitted, Signal } from "../../core/ports/signal.ts";
import { followSignals } from "./follow-signals.ts";
import { type SignalSocket, serveSignals } from "./serve-signals.ts";

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await temporaryFolder();
  file = join(folder, "signals");
});

const word = (text: string): Emitted => ({
  after: 1,
  signal: { type: "text.delta", thread: "t", ask: 1, seat: "ada", text },
});

async function serve(): Promise<SignalSocket> {
  const server = await serveSignals(file, folder);
  onTestFinished(() => server.close());
  return server;
}

/** A viewer and the words it has seen. */
function view(): { seen: Noted<string>; stop: () => Promise<void> } {
  const abort = new AbortController();
  const seen = new Noted<string>();
  const done = (async () => {
    for await (const { signal } of followSignals(file, abort.signal)) {
      if (signal.type === "text.delta" || signal.type === "run.printed") seen.note(signal.text);
    }
  })();
  const stop = () => {
    abort.abort();
    return done;
  };
  onTestFinished(stop);
  return { seen, stop };
}

/** A signal may be lost while a viewer is still connecting, so it is said until it arrives. */
async function sayUntilSeen(
  server: SignalSocket,
  text: string,
  ...views: { seen: Noted<string> }[]
): Promise<void> {
  const again = setInterval(() => server.emit(word(text)), 5);
  await Promise.all(views.map(({ seen }) => seen.until((all) => all.includes(text))));
  clearInterval(again);
}

describe("signals", () => {
  test("reach every viewer in order, whether it came before the runner or after", async () => {
    const early = view();
    const server = await serve();
    const late = view();
    await sayUntilSeen(server, "here", early, late);
    const words = Array.from({ length: 500 }, (_, index) => `w${index} ü\n`);
    for (const text of words) server.emit(word(text));
    for (const { seen } of [early, late]) {
      await seen.until((all) => all.at(-1) === words.at(-1));
      expect(seen.all.filter((text) => text !== "here")).toEqual(words);
    }
  });

  test("come again by themselves when a new runner appears, after an orderly end or a kill", async () => {
    const viewer = view();
    const first = await serve();
    await sayUntilSeen(first, "one", viewer);
    await first.close();
    const second = await serve();
    await sayUntilSeen(second, "two", viewer);
    // A runner that was fenced may still listen; the address decides.
    const third = await serve();
    await sayUntilSeen(third, "three", viewer);
  });

  const prints = (text: string, more: Partial<Extract<Signal, { type: "run.printed" }>> = {}): Emitted => ({
    after: 1,
    signal: { type: "run.printed", step: "task/t1", command: "npm test", run: 1, text, ...more },
  });

  test("of what running commands have printed, a viewer that comes late gets the end, once", async () => {
    const server = await serve();
    server.emit(prints("ended\n", { run: 2 }));
    server.emit(prints("", { run: 2, ended: true }));
    for (let line = 0; line < 4_000; line += 1) server.emit(prints(`line ${line}\n`));
    server.emit(prints("other\n", { step: "task/t2" }));
    const late = view();
    await late.seen.until(({ length }) => length >= 2);
    expect(late.seen.all).toHaveLength(2);
    const [first = "", second] = late.seen.all;
    expect(first).toMatch(/^\[What it printed before .*\]\nline \d+\n[\s\S]*line 3999\n$/);
    expect(first.length).toBeLessThan(17_000);
    expect(second).toBe("other\n");
    server.emit(prints("now\n"));
    await late.seen.until((all) => all.at(-1) === "now\n");
  });

  test("a viewer that comes back to the same runner does not get it again", async () => {
    const socket = join(folder, "s");
    let visits = 0;
    const server = createServer((viewer) => {
      visits += 1;
      const kept = { ...prints("kept"), kept: true };
      viewer.end(`${JSON.stringify(kept)}\n${JSON.stringify(prints(`visit ${visits}`))}\n`);
    });
    await new Promise<void>((resolve) => server.listen(socket, resolve));
    onTestFinished(() => void server.close());
    await writeFile(file, socket);
    const viewer = view();
    await viewer.seen.until((all) => all.includes("visit 2"));
    expect(viewer.seen.all.slice(0, 3)).toEqual(["kept", "visit 1", "visit 2"]);
  });

  test("end with the viewer's signal, connected or not", async () => {
    const waiting = view();
    await waiting.stop();
    const server = await serve();
    const connected = view();
    await sayUntilSeen(server, "one", connected);
    await connected.stop();
    server.emit(word("nobody"));
    expect(connected.seen.all).not.toContain("nobody");
  });

  test("lines that are no signals are skipped", async () => {
    const socket = join(folder, "s");
    let visits = 0;
    const server = createServer((viewer) => {
      visits += 1;
      viewer.on("error", () => undefined);
      viewer.end(`nonsense\n5\n${JSON.stringify(word("real"))}\nhalf`);
    });
    await new Promise<void>((resolve) => server.listen(socket, resolve));
    onTestFinished(() => void server.close());
    await writeFile(file, socket);
    const viewer = view();
    await viewer.seen.until(({ length }) => length >= 2);
    expect(viewer.seen.all).toEqual(["real", "real"]);
    expect(visits).toBe(2); // it came back once, after a while
  });
});

describe("a viewer", () => {
  /** A server of our own that says these words to whoever comes, one after the other. */
  async function saying(...words: readonly string[]): Promise<{ visits: () => number }> {
    const address = join(folder, "s");
    let visits = 0;
    const server = createServer((viewer) => {
      visits += 1;
      viewer.on("error", () => undefined);
      viewer.end(words[visits - 1] ?? "");
    });
    await new Promise<void>((resolve) => server.listen(address, resolve));
    onTestFinished(() => void server.close());
    await writeFile(file, address);
    return { visits: () => visits };
  }

  test.each([
    ["has no signal", '{"after":1}'],
    ["has no place", '{"signal":{"type":"text.delta","text":"x"}}'],
    ["is nothing", "null"],
    ["is a text", '"after signal"'],
    ["is empty", ""],
  ])("skips a line that %s", async (_, line) => {
    await saying(`${line}\n${JSON.stringify(word("real"))}\n`);
    const viewer = view();
    await viewer.seen.until(({ length }) => length > 0);
    await viewer.stop();
    expect(viewer.seen.all).toEqual(["real"]);
  });

  test("leaves at a line that is too long to be one of ours, and comes again", async () => {
    const long = "x".repeat(4 * 1024 * 1024 + 100_000);
    const { visits } = await saying(
      `${long}\n${JSON.stringify(word("hidden"))}\n`,
      `${JSON.stringify(word("seen"))}\n`,
    );
    const viewer = view();
    await viewer.seen.until(({ length }) => length > 0);
    await viewer.stop();
    expect(viewer.seen.all).toEqual(["seen"]);
    expect(visits()).toBe(2);
  });

  test("tries an address again that did not answer, after a second", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    await writeFile(file, join(folder, "s"));
    const viewer = view();
    while (vi.getTimerCount() === 0) await new Promise((resolve) => setImmediate(resolve));
    vi.advanceTimersByTime(999);
    expect(vi.getTimerCount()).toBe(1);
    const server = createServer((visitor) => visitor.end(`${JSON.stringify(word("late"))}\n`));
    await new Promise<void>((resolve) => server.listen(join(folder, "s"), resolve));
    onTestFinished(() => void server.close());
    vi.advanceTimersByTime(1);
    await viewer.seen.until(({ length }) => length > 0);
    expect(viewer.seen.all).toEqual(["late"]);
    await viewer.stop();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("a viewer that does not read", () => {
  test("is dropped instead of being waited for, and the others go on", async () => {
    const server = await serve();
    const address = (await readFile(file, "utf8")).trim();
    const stuck = createConnection(address);
    const closed = new Promise((resolve) => stuck.once("close", resolve));
    stuck.on("error", () => undefined);
    await new Promise<void>((resolve) => stuck.once("connect", resolve));
    stuck.pause();
    const viewer = view();
    await sayUntilSeen(server, "here", viewer);

    const before = process.memoryUsage().arrayBuffers + process.memoryUsage().heapUsed;
    const long = "x".repeat(10_000);
    for (let index = 0; index < 5000; index += 1) {
      server.emit(word(long));
      if (index % 20 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    const after = process.memoryUsage().arrayBuffers + process.memoryUsage().heapUsed;
    expect(after - before).toBeLessThan(40_000_000);
    await sayUntilSeen(server, "still here", viewer);
    stuck.resume();
    await closed;
  });
});

describe("the socket", () => {
  test("stands in a private folder with a short path, and nothing is left after closing", async () => {
    const server = await serveSignals(file, folder);
    const address = (await readFile(file, "utf8")).trim();
    expect(address.startsWith(join(folder, "huddle-"))).toBe(true);
    expect((await stat(dirname(address))).mode & 0o777).toBe(0o700);
    await server.close();
    expect(await readdir(folder)).toEqual([]);
  });

  test("of a killed runner is removed by the next one, and one that lives is left alone", async () => {
    await leaveDeadSocket(join(folder, "huddle-dead"));
    await writeFile(file, join(folder, "huddle-dead", "s"));
    const living = await serve();
    expect(await readdir(folder)).not.toContain("huddle-dead");
    const address = (await readFile(file, "utf8")).trim();
    const next = await serve();
    expect((await stat(address)).isSocket()).toBe(true);
    await living.close();
    expect((await readFile(file, "utf8")).trim()).not.toBe(address);
    await next.close();
  });

  test("is never looked for where the address file should not point", async () => {
    const precious = join(folder, "s");
    await writeFile(precious, "mine");
    await writeFile(file, precious);
    await (await serve()).close();
    expect(await readFile(precious, "utf8")).toBe("mine");
  });

  test("that cannot be made costs the run nothing but live words", async () => {
    const server = await serveSignals(file, join(folder, "none"));
    server.emit(word("unheard"));
    await server.close();
    expect(await readdir(folder)).toEqual([]);
    const long = await serveSignals(file, join(folder, "a".repeat(120)));
    server.emit(word("unheard"));
    await long.close();
  });

  test("stands elsewhere where its path would be too long, and works there", async () => {
    const long = join(folder, "a".repeat(103 - folder.length - "/".length));
    await mkdir(long);
    const server = await serveSignals(file, long);
    onTestFinished(() => server.close());
    const address = (await readFile(file, "utf8")).trim();
    expect(address).toMatch(/^\/tmp\/huddle-\w{6}\/s$/);
    expect(await readdir(long)).toEqual([]);
    const viewer = view();
    await sayUntilSeen(server, "here", viewer);
  });

  test("has a path of 103 bytes at most", async () => {
    for (const [length, isThere] of [
      [103, true],
      [104, false],
    ] as const) {
      const parent = join(folder, "a".repeat(length - folder.length - "//huddle-123456/s".length));
      await mkdir(parent);
      const server = await serveSignals(file, parent);
      const address = (await readFile(file, "utf8")).trim();
      expect(address.startsWith(parent)).toBe(isThere);
      if (isThere) expect(address).toHaveLength(length);
      await server.close();
    }
  });
});

/** What a kill leaves: a socket in the folder, and nobody behind it. */
async function leaveDeadSocket(folder: string): Promise<void> {
  await mkdir(folder);
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(join(folder, "s"), resolve));
  await rename(join(folder, "s"), join(folder, "kept"));
  await new Promise((resolve) => server.close(resolve));
  await rename(join(folder, "kept"), join(folder, "s"));
}

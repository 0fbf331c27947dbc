import { readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { temporaryLog } from "../../../test/support/log-fixtures.ts";
import { runAlone } from "../../../test/support/run-alone.ts";
import { type LogHandle, openLogHandle, openLogToRead, readBytes } from "./log-handle.ts";

test("bytes are read from their place, in as many reads as it takes, and zeros where the file ends", () => {
  const file = Buffer.from("0123456789");
  let reads = 0;
  // Only reading is asked of it, three bytes at most.
  const handle = {
    read(bytes: Buffer, start: number, position: number) {
      reads += 1;
      return file.copy(bytes, start, position, Math.min(file.length, position + 3));
    },
  } as unknown as LogHandle;
  expect(readBytes(handle, 1, 5).toString()).toBe("12345");
  expect(reads).toBe(2);
  expect(readBytes(handle, 8, 4)).toEqual(Buffer.from("89\0\0"));
  expect(readBytes(handle, 10, 2)).toEqual(Buffer.alloc(2));
  expect(readBytes(handle, 0, 0)).toEqual(Buffer.alloc(0));
});

test("a log is made if it is missing, written at its end and read from anywhere", async () => {
  const path = await temporaryLog();
  const handle = await openLogHandle(path);
  expect(handle.size()).toBe(0);
  expect(await handle.write(Buffer.from("one\n"))).toBe(4);
  expect(await handle.write(Buffer.from("two\n"))).toBe(4);
  expect(handle.size()).toBe(8);
  const bytes = Buffer.alloc(6, "-");
  expect(handle.read(bytes, 2, 5)).toBe(3);
  expect(bytes.toString()).toBe("--wo\n-");
  expect(handle.read(bytes, 0, 8)).toBe(0);
  await handle.sync();
  await handle.close();
  expect(await readFile(path, "utf8")).toBe("one\ntwo\n");
});

test("a log that is only read is never made", async () => {
  const path = await temporaryLog();
  await expect(openLogToRead(path)).rejects.toMatchObject({ code: "ENOENT" });
  await writeFile(path, "one\n");
  const handle = await openLogToRead(path);
  expect(handle.size()).toBe(4);
  await expect(handle.write(Buffer.from("x"))).rejects.toMatchObject({ code: "EBADF" });
  await handle.close();
});

test("a log that cannot be opened is told with the reason and its path", async () => {
  const folder = dirname(await temporaryLog());
  await expect(openLogHandle(folder)).rejects.toMatchObject({
    code: "log.unreadable",
    message: `The session log cannot be read: it is a folder.\n${folder}`,
    cause: { code: "EISDIR" },
  });
  await expect(openLogHandle(join(folder, "none", "log"))).rejects.toMatchObject({ code: "log.unreadable" });
});

test("a log whose folder cannot be synced is told, and no file stays open", async () => {
  const script = `
    import { closeSync, openSync } from "node:fs";
    import { openLogHandle } from "./it.mjs";
    await openLogHandle("other.jsonl");
    const files = [];
    try { for (;;) files.push(openSync("/dev/null")); } catch {} // until no more can be opened
    closeSync(files.pop());
    const told = await openLogHandle("log.jsonl").catch(({ cause }) => cause.code);
    let again = "open";
    try { openSync("/dev/null"); } catch ({ code }) { again = code; }
    console.log(JSON.stringify([told, again]));
  `;
  const few = ["sh", "-c", 'ulimit -n 64; exec "$@"', "few"];
  expect(await runAlone("src/log/file/log-handle.ts", script, few)).toEqual(["EMFILE", "open"]);
});

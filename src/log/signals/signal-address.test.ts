import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../../../test/support/log-fixtures.ts";
import { connectTo, forgetAddress, readAddress, removeStaleSocket, writeAddress } from "./signal-address.ts";

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await temporaryFolder();
  file = join(folder, "signals");
});

/** An address file that names a plain file in place of a socket: nobody listens there. */
async function dead(path: string): Promise<string> {
  const address = join(folder, path);
  await mkdir(dirname(address), { recursive: true });
  await writeFile(address, "");
  await writeAddress(file, address);
  return address;
}

test("an address is read as it was written, and only its owner can read the file", async () => {
  expect(await readAddress(file)).toBeUndefined();
  await writeAddress(file, "/tmp/huddle-x/s");
  expect(await readAddress(file)).toBe("/tmp/huddle-x/s");
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readdir(folder)).toEqual(["signals"]);
  await expect(readAddress(folder)).rejects.toMatchObject({ code: "EISDIR" });
});

test("an address is forgotten by whom it belongs to, and by nobody else", async () => {
  await writeAddress(file, "/later");
  await forgetAddress(file, "/mine");
  expect(await readAddress(file)).toBe("/later");
  await forgetAddress(file, "/later");
  expect(await readAddress(file)).toBeUndefined();
  await forgetAddress(file, "/later");
});

test("a socket where nobody listens is removed with its folder", async () => {
  await dead("huddle-dead/s");
  await removeStaleSocket(file);
  expect(await readdir(folder)).toEqual(["signals"]);
  await removeStaleSocket(file); // it is gone already
});

test.each(["huddle-dead/precious", "other/s"])("what is not of our own shape stays: %s", async (path) => {
  const address = await dead(path);
  await removeStaleSocket(file);
  expect(await readFile(address, "utf8")).toBe("");
});

test("a folder that holds more than the socket stays, without it", async () => {
  await dead("huddle-dead/s");
  await writeFile(join(folder, "huddle-dead", "mine"), "");
  await removeStaleSocket(file);
  expect(await readdir(join(folder, "huddle-dead"))).toEqual(["mine"]);
});

test("a socket that is listened to stays, and the look at it ends", async () => {
  const address = join(folder, "huddle-x", "s");
  await mkdir(dirname(address));
  const visitors: Promise<unknown>[] = [];
  const server = createServer((visitor) => {
    visitors.push(new Promise((resolve) => visitor.resume().once("close", resolve)));
  });
  await new Promise<void>((resolve) => server.listen(address, resolve));
  onTestFinished(() => void server.close());
  await writeAddress(file, address);
  await removeStaleSocket(file);
  expect((await stat(address)).isSocket()).toBe(true);
  const socket = await connectTo(address);
  socket?.destroy();
  expect(socket).toBeDefined();
  await Promise.all(visitors);
  expect(await connectTo(join(folder, "nobody"))).toBeUndefined();
});

test("a folder in place of the socket is told, and stays", async () => {
  await mkdir(join(folder, "huddle-dead", "s", "mine"), { recursive: true });
  await writeAddress(file, join(folder, "huddle-dead", "s"));
  await expect(removeStaleSocket(file)).rejects.toMatchObject({ syscall: "unlink" });
  expect(await readdir(join(folder, "huddle-dead", "s"))).toEqual(["mine"]);
});

import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { systemError, temporaryFolder } from "../../../test/support/log-fixtures.ts";
import { pointedBlobDisk } from "../../../test/support/points.ts";
import { redactionOf } from "../../core/text/redaction.ts";
import { openBlobs } from "./file-blobs.ts";

test("gives back what was put, by a name that depends only on the content", async () => {
  const blobs = openBlobs(join(await temporaryFolder(), "blobs"));
  const blob = await blobs.put("charter ü\n");
  expect(blob).toMatch(/^[0-9a-f]{64}$/);
  expect(await blobs.put("charter ü\n")).toBe(blob);
  expect(await blobs.get(blob)).toBe("charter ü\n");
  expect(await blobs.put("")).not.toBe(blob);
});

test("10.17: a text that holds the value of a key in use is not kept", async () => {
  const folder = join(await temporaryFolder(), "blobs");
  const redaction = redactionOf([{ name: "keys.mine", value: "sk-canary-0123456789" }]);
  const blobs = openBlobs(folder, undefined, redaction);
  await expect(blobs.put("it is sk-canary-0123456789")).rejects.toThrow(/key in use \(keys\.mine\)/);
  await blobs.put("it is not");
  expect(await readdir(folder)).toHaveLength(1);
});

test("a failure that is not the disk's is passed on as it is", async () => {
  const bug = new Error("a bug of ours");
  const disk = { writeTemporary: () => Promise.reject(bug), rename: () => Promise.reject(bug) };
  await expect(openBlobs(join(await temporaryFolder(), "blobs"), disk).put("x")).rejects.toBe(bug);
});

test("knows nothing of a name that was never given, or is no name", async () => {
  const blobs = openBlobs(join(await temporaryFolder(), "blobs"));
  expect(await blobs.get("0".repeat(64))).toBeUndefined();
  expect(await blobs.get("../log.jsonl")).toBeUndefined();
});

test("a blob that does not hold what its name says is a fault, and putting it again heals it", async () => {
  const folder = join(await temporaryFolder(), "blobs");
  const blobs = openBlobs(folder);
  const blob = await blobs.put("right");
  await writeFile(join(folder, blob), "wrong");
  await expect(blobs.get(blob)).rejects.toMatchObject({
    code: "log.damaged",
    message: expect.stringContaining(blob),
  });
  await blobs.put("right");
  expect(await blobs.get(blob)).toBe("right");
});

test("writers at once and drafts of the dead do not get in each other's way", async () => {
  const folder = join(await temporaryFolder(), "blobs");
  const blobs = openBlobs(folder);
  const blob = await blobs.put("same");
  await mkdir(`${join(folder, blob)}x`);
  await writeFile(join(folder, `${blob}.1.tmp`), "sa");
  const many = Array.from({ length: 20 }, (_, index) => openBlobs(folder).put(`new ${index % 3}`));
  await Promise.all(many);
  const names = await readdir(folder);
  expect(names.filter((name) => name.endsWith(".tmp"))).toEqual([`${blob}.1.tmp`]);
  expect(names.filter((name) => /^[0-9a-f]{64}$/.test(name))).toHaveLength(4);
});

test("stops at every point, and a blob that was being written when the process ended is not there", async () => {
  const folder = join(await temporaryFolder(), "blobs");
  const places: string[] = [];
  await openBlobs(
    folder,
    pointedBlobDisk(async (place) => void places.push(place)),
  ).put("first");
  expect(places).toEqual([
    "blob write before",
    "blob write after",
    "blob rename before",
    "blob rename after",
  ]);
  for (const [index, place] of places.entries()) {
    const disk = pointedBlobDisk(async (at) => {
      if (at === place) throw new Error("killed");
    });
    const killed = openBlobs(folder, disk);
    await expect(killed.put(place)).rejects.toThrow("killed");
    const blobs = openBlobs(folder);
    const name = await openBlobs(await temporaryFolder()).put(place);
    expect(await blobs.get(name)).toBe(index < 3 ? undefined : place);
    expect(await blobs.put(place)).toBe(name);
    expect(await blobs.get(name)).toBe(place);
  }
});

test("a disk that takes no more is a fault that says what to do", async () => {
  const full = pointedBlobDisk(async () => {
    throw systemError("ENOSPC");
  });
  const blobs = openBlobs(await temporaryFolder(), full);
  await expect(blobs.put("x")).rejects.toMatchObject({
    code: "log.unwritable",
    message: expect.stringMatching(/Free some space/),
  });
});

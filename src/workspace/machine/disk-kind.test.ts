import { platform } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { emptyPlace } from "../../../test/support/git-place.ts";
import { diskKind } from "./disk-kind.ts";

/** A machine with one disk, of this type, at `/mount`. */
const mounted = (type: number) => (path: string) =>
  path === "/mount" ? Promise.resolve({ type }) : Promise.reject(new Error("ENOENT"));

test.each([
  [26985, { kind: "shared", name: "NFS" }],
  [0x65735546, { kind: "unknown" }],
  [0xef53, { kind: "local" }],
])("a disk of type %i", async (type, kind) => {
  expect(await diskKind("/mount", "linux", mounted(type))).toEqual(kind);
  expect(await diskKind("/mount/not/yet", "linux", mounted(type))).toEqual(kind);
});

test.each([
  ["NFS", 0x6969],
  ["SMB", 0xff534d42],
  ["SMB", 0xfe534d42],
  ["SMB", 0x517b],
  ["NCP", 0x564c],
  ["AFS", 0x5346414f],
  ["AFS", 0x6b414653],
  ["Coda", 0x73757245],
  ["Ceph", 0x00c36400],
  ["Lustre", 0x0bd00bd0],
  ["GPFS", 0x47504653],
  ["GFS2", 0x01161970],
  ["OCFS2", 0x7461636f],
  ["9P", 0x01021997],
])("%s is shared between machines: %i", async (name, type) => {
  expect(await diskKind("/mount", "linux", mounted(type))).toEqual({ kind: "shared", name });
});

test("on another system, or without any disk, nobody can tell", async () => {
  expect(await diskKind("/mount", "darwin", mounted(26985))).toEqual({ kind: "unknown" });
  expect(await diskKind("/elsewhere/x", "linux", mounted(26985))).toEqual({ kind: "unknown" });
});

test("this disk is looked at", async () => {
  const folder = await emptyPlace();
  expect(await diskKind(join(folder, "not yet"), platform())).toEqual(await diskKind(folder, platform()));
});

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

test("on another system, or without any disk, nobody can tell", async () => {
  expect(await diskKind("/mount", "darwin", mounted(26985))).toEqual({ kind: "unknown" });
  expect(await diskKind("/elsewhere/x", "linux", mounted(26985))).toEqual({ kind: "unknown" });
});

test("this disk is looked at", async () => {
  const folder = await emptyPlace();
  expect(await diskKind(join(folder, "not yet"), platform())).toEqual(await diskKind(folder, platform()));
});

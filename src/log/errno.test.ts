import { expect, test } from "vitest";
import { isErrno, reasonOf } from "./errno.ts";

const refused = (code: unknown) => Object.assign(new Error("it says no"), { code });

test("only an error with a code is a refusal, and only of the codes that are named", () => {
  expect([isErrno(refused("ENOENT")), isErrno(refused("ENOENT"), "EPERM", "ENOENT")]).toEqual([true, true]);
  expect(isErrno(refused("ENOENT"), "EPERM")).toBe(false);
  for (const other of [new Error("no"), refused(7), { code: "ENOENT" }, undefined, "ENOENT"])
    expect(isErrno(other)).toBe(false);
});

test.each([
  ["ENOSPC", "the disk is full."],
  ["EDQUOT", "your disk quota is used up."],
  ["EROFS", "the disk is read-only."],
  ["EACCES", "you have no permission."],
  ["EPERM", "you have no permission."],
  ["EBADF", "you have no permission."],
  ["EMFILE", "too many files are open. Raise the limit: ulimit -n 4096"],
  ["ENFILE", "too many files are open. Raise the limit: ulimit -n 4096"],
  ["EISDIR", "it is a folder."],
  ["EIO", "it says no."],
])("%s means for a person: %s", (code, reason) => {
  expect(reasonOf(refused(code))).toBe(reason);
});

test("what is no error is told as it is", () => {
  expect([reasonOf(new Error("no")), reasonOf("why")]).toEqual(["no.", "why."]);
});

import { expect, test } from "vitest";
import { systemError } from "../../../test/support/log-fixtures.ts";
import { isUnwritable, unwritable } from "./unwritable.ts";

test.each(["ENOSPC", "EDQUOT", "EROFS", "EACCES", "EPERM", "EBADF", "EIO", "EFBIG"])(
  "%s means that a disk takes no more",
  (code) => expect(isUnwritable(systemError(code))).toBe(true),
);

test("other refusals and other errors do not", () => {
  for (const other of [systemError("ENOENT"), systemError("EISDIR"), new Error("no"), "no"])
    expect(isUnwritable(other)).toBe(false);
});

test.each([
  ["ENOSPC", "the disk is full.", "Free some space"],
  ["EDQUOT", "your disk quota is used up.", "Free some space"],
  ["EROFS", "the disk is read-only.", "Make it writable for you"],
  ["EACCES", "you have no permission.", "Make it writable for you"],
  ["EPERM", "you have no permission.", "Make it writable for you"],
  ["EBADF", "you have no permission.", "Make it writable for you"],
  ["EIO", "EIO: no.", "Check the disk"],
])("%s is told with its reason, the path, what it costs and what to do", (code, reason, advice) => {
  const fault = unwritable("The log", "/a/log", "All is whole.", systemError(code));
  expect(fault).toMatchObject({ code: "log.unwritable", cause: { code } });
  expect(fault.message).toBe(
    `The log could not be written: ${reason}\n/a/log\nAll is whole. ${advice}, then run the command again.`,
  );
});

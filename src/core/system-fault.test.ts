import { expect, test } from "vitest";
import { machineFault, systemFault } from "./system-fault.ts";

const refused = (code: string, more: object = { syscall: "write", path: "/disk/file" }) =>
  Object.assign(new Error(`${code}: refused`), { code, ...more });

test.each([
  ["ENOSPC", "the disk is full"],
  ["EDQUOT", "your disk quota is used up"],
  ["EROFS", "the disk is read-only"],
  ["EMFILE", "too many files are open"],
  ["ENFILE", "too many files are open on this machine"],
  ["EACCES", "you have no permission"],
  ["EPERM", "you have no permission"],
  ["EIO", "the disk does not work"],
])("10.21: %s is told in its own words, with the path", (code, words) => {
  const fault = systemFault(refused(code));
  expect(fault).toMatchObject({ code: "machine.lacking" });
  expect(fault?.message).toContain("/disk/file");
  expect(fault?.message).toContain(words);
  expect(fault?.message).toContain("then try again");
});

test.each(["ENOSPC", "EDQUOT", "EROFS"])("10.21: of a copy, %s names where it goes", (code) => {
  const copy = refused(code, { syscall: "copyfile", path: "/etc/from", dest: "/disk/to" });
  expect(systemFault(copy)?.message).toContain("/disk/to");
  expect(systemFault(copy)?.message).not.toContain("/etc/from");
  const mine = systemFault(refused("EACCES", { syscall: "copyfile", path: "/etc/from", dest: "/disk/to" }));
  expect(mine?.message).toContain("/etc/from");
});

test("10.21: a folder that cannot be made where no folder is missing: the disk is read-only", () => {
  expect(systemFault(refused("ENOENT", { syscall: "mkdir", path: "/disk/.config" }))?.message).toBe(
    "This could not be used: /disk/.config\nThe reason: the disk is probably read-only. Make it writable, then try again.",
  );
});

test("10.21: a program that cannot be started is named", () => {
  expect(systemFault(refused("EMFILE", { syscall: "spawn git", path: "git" }))?.message).toBe(
    "A program could not be started (git): too many files are open. Raise the limit (ulimit -n 4096), then try again.",
  );
});

test("10.21: missing rights to one file are no matter of the machine, and a bug stays a bug", () => {
  expect(machineFault(refused("EACCES"))).toBeUndefined();
  expect(machineFault(refused("ENOSPC"))).toBeDefined();
  for (const error of [new Error("a bug"), refused("ENOENT"), refused("ERR_INVALID_ARG_TYPE", {}), "text"])
    expect(systemFault(error)).toBeUndefined();
});

import { expect, test } from "vitest";
import { seccompFilter } from "./seccomp-filter.ts";

/** Runs the filter as the kernel does. */
function asked(arch: "x64" | "arm64", call: { audit: number; number: number; first?: number }): string {
  const bytes = Buffer.from(seccompFilter(arch) ?? []);
  const words: Record<number, number> = { 0: call.number, 4: call.audit, 16: call.first ?? 0 };
  let held = 0;
  for (let at = 0; at * 8 < bytes.length; at += 1) {
    const [code, value] = [bytes.readUInt16LE(at * 8), bytes.readUInt32LE(at * 8 + 4)];
    if (code === 0x20) held = words[value] ?? Number.NaN;
    if (code === 0x06) return value === 0x7fff0000 ? "allowed" : `error ${value - 0x50000}`;
    const holds = code === 0x15 ? held === value : held >= value;
    if (code === 0x15 || code === 0x35) at += bytes.readUInt8(at * 8 + (holds ? 2 : 3));
  }
  return "past the end";
}

const [x64, i386, arm64, arm] = [0xc000003e, 0x40000003, 0xc00000b7, 0x40000028];
const [notPermitted, noSuchFamily] = ["error 1", "error 97"];

test.each<[what: string, arch: "x64" | "arm64", audit: number, number: number, first: number, said: string]>([
  ["read", "x64", x64, 0, 0, "allowed"],
  ["add_key", "x64", x64, 248, 0, notPermitted],
  ["request_key", "x64", x64, 249, 0, notPermitted],
  ["keyctl", "x64", x64, 250, 0, notPermitted],
  ["the call after keyctl", "x64", x64, 251, 0, "allowed"],
  ["keyctl by its number for x32", "x64", x64, 250 + 0x40000000, 0, notPermitted],
  ["a socket of the network", "x64", x64, 41, 2, "allowed"],
  ["a socket in a folder", "x64", x64, 41, 1, "allowed"],
  ["a socket to the host of this machine", "x64", x64, 41, 40, noSuchFamily],
  ["keyctl of a 32-bit program", "x64", i386, 288, 0, notPermitted],
  ["add_key of a 32-bit program", "x64", i386, 286, 0, notPermitted],
  ["any socket by socketcall", "x64", i386, 102, 1, notPermitted],
  ["what is keyctl elsewhere", "x64", i386, 250, 0, "allowed"],
  ["a socket to the host, of a 32-bit program", "x64", i386, 359, 40, noSuchFamily],
  ["a program of another kind", "x64", 7, 0, 0, notPermitted],
  ["keyctl", "arm64", arm64, 219, 0, notPermitted],
  ["write", "arm64", arm64, 64, 0, "allowed"],
  ["a socket to the host of this machine", "arm64", arm64, 198, 40, noSuchFamily],
  ["request_key of a 32-bit program", "arm64", arm, 310, 0, notPermitted],
])("%s on %s", (_, arch, audit, number, first, said) => {
  expect(asked(arch, { audit, number, first })).toBe(said);
});

test("for other processors there is none", () => {
  expect(seccompFilter("riscv64")).toBeUndefined();
});

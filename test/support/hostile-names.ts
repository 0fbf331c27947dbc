import { execFileSync } from "node:child_process";
import type { Git } from "../../src/workspace/git/run-git.ts";

/** File names that a careless caller of git loses: newline, quotes, dash, blank, bytes that are not UTF-8. */
export const hostileNames: readonly Buffer[] = [
  Buffer.from("new\nline"),
  Buffer.from(`it's "quoted"`),
  Buffer.from("--force"),
  Buffer.from(" blank "),
  Buffer.from("tab\there"),
  Buffer.from("back\\slash"),
  Buffer.from("*?[glob]"),
  Buffer.from(":(top)magic"),
  Buffer.from("ünï—çødé 😀"),
  Buffer.from([0x62, 0x61, 0x64, 0xff, 0xfe]),
];

/** A tree that holds a file under each of them. */
export async function treeWithHostileNames(git: Git): Promise<string> {
  const blob = (await git(["hash-object", "-w", "--stdin"], { input: "x\n" })).text;
  const cwd = (await git(["rev-parse", "--show-toplevel"])).text;
  const lines = hostileNames.map((name) =>
    Buffer.concat([Buffer.from(`100644 blob ${blob}\t`), name, Buffer.from([0])]),
  );
  return execFileSync("git", ["mktree", "-z"], { cwd, input: Buffer.concat(lines) })
    .toString()
    .trim();
}

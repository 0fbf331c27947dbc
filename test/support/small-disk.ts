import { execFileSync } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { emptyPlace } from "./git-place.ts";
import { asRoot, requires } from "./requires.ts";

export interface SmallDisk {
  readonly folder: string;
  /** As a person makes room: by another size. */
  resize(megabytes: number): void;
}

/** A disk of its own, in memory, that is soon full. It goes when the test ends. */
export async function smallDisk(megabytes: number): Promise<SmallDisk> {
  requires("mount");
  const folder = join(await emptyPlace(), "disk");
  await mkdir(folder);
  const mount = (options: string) =>
    root("mount", "-t", "tmpfs", "-o", `${options},mode=0777`, "huddle-test", folder);
  mount(`size=${megabytes}m`);
  onTestFinished(() => root("umount", "--lazy", folder));
  return { folder, resize: (size) => mount(`remount,size=${size}m`) };
}

function root(...words: readonly string[]): void {
  const [program = "", ...args] = [...asRoot, ...words];
  execFileSync(program, args, { stdio: ["ignore", "ignore", "inherit"] });
}

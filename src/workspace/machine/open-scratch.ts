import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Environment } from "../processes/environment.ts";

/** A text that a person edits in an editor of their own. It stays on the disk until it is removed. */
export interface Scratch {
  readonly path: string;
  /** Resolves when the editor has ended; how it ended. */
  edit(editor: string): Promise<number | null>;
  read(): Promise<string>;
  remove(): Promise<void>;
}

/** In a new folder that only this person can read. */
export async function openScratch(
  temporary: string,
  name: string,
  text: string,
  env: Environment,
): Promise<Scratch> {
  const path = join(await mkdtemp(join(temporary, "huddle-edit-")), name);
  await writeFile(path, text, { mode: 0o600 });
  return {
    path,
    edit: (editor) => runEditor(editor, path, env),
    read: () => readFile(path, "utf8"),
    remove: () => rm(dirname(path), { recursive: true, force: true }),
  };
}

/** As git does it: the setting is a command line, and the file is its last argument. */
function runEditor(editor: string, path: string, env: Environment): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const child = spawn("/bin/sh", ["-c", `${editor} "$1"`, editor, path], {
      env: { ...env },
      stdio: "inherit",
    });
    child.on("error", reject);
    child.on("close", (exit) => resolve(exit));
  });
}

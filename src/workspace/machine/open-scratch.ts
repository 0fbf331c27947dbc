import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Environment } from "../processes/environment.ts";
import { runEditor } from "./run-editor.ts";

/** A text that a person edits in their own editor. It stays on disk until it is removed. */
export interface Scratch {
  readonly path: string;
  /** Resolves when the editor has ended, with how it ended. */
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

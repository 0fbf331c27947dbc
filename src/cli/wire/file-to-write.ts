import { stat } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { Fault } from "../../core/fault.ts";
import { writeView } from "../../log/beside/write-view.ts";

/** A file that a person named. Checked before the work that it is for: an hour later is too late to say that it cannot be. */
export async function fileToWrite(path: string, typed: string): Promise<(text: string) => Promise<void>> {
  const folder = await stat(dirname(path)).catch(() => undefined);
  if (!folder?.isDirectory())
    throw new Fault("usage", `There is no folder for ${typed}. Make it first, or name another file.`);
  const there = await stat(path).catch(() => undefined);
  if (there && !there.isFile()) throw new Fault("usage", `${typed} is not a file. Name another one.`);
  return async (text) => {
    await writeView(dirname(path), basename(path), text);
  };
}

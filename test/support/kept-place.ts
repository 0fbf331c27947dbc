import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { type GitPlace, removeAfterTest } from "./git-place.ts";

const copy = (from: string, to: string) => promisify(execFile)("cp", ["-a", from, to]);

/**
 * What takes long to come about and is the beginning of several tests: made for the first of them, and laid out for each
 * other one as it was, at the same path, because git and the log hold whole paths.
 */
export function keptPlace<P extends GitPlace>(make: () => Promise<P>): () => Promise<P> {
  let kept: P | undefined;
  return async () => {
    if (kept) {
      await copy(`${kept.root} kept`, kept.root);
      removeAfterTest(kept.root);
      return kept;
    }
    const made = await make();
    await copy(made.root, `${made.root} kept`);
    kept = made;
    return made;
  };
}

import { type GitPlace, removeAfterTest } from "./git-place.ts";
import { copyFolder } from "./lay-out.ts";

/**
 * What takes long to come about and is the beginning of several tests: made for the first of them, and laid out for each
 * other one as it was, at the same path, because git and the log hold whole paths.
 */
export function keptPlace<P extends GitPlace>(make: () => Promise<P>): () => Promise<P> {
  let kept: P | undefined;
  return async () => {
    if (kept) {
      await copyFolder(`${kept.root} kept`, kept.root);
      removeAfterTest(kept.root);
      return kept;
    }
    const made = await make();
    await copyFolder(made.root, `${made.root} kept`);
    kept = made;
    return made;
  };
}

/** Undefined if nothing is there. Any other failure says nothing about that, and is thrown. */
export async function unlessMissing<T>(looking: Promise<T>): Promise<T | undefined> {
  try {
    return await looking;
  } catch (error) {
    return nothingThere(error);
  }
}

/** The same for a look that is made at once. */
export function unlessMissingNow<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch (error) {
    return nothingThere(error);
  }
}

function nothingThere(error: unknown): undefined {
  const { code } = error as NodeJS.ErrnoException;
  if (code === "ENOENT" || code === "ENOTDIR" || code === "EISDIR") return undefined;
  throw error;
}

import { constants, type FileHandle, open } from "node:fs/promises";
import type { Denied } from "../../../core/ports/files.ts";
import { type Allowed, denied } from "./guard-path.ts";

const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;

/** Opens a file that the guard has allowed. A link or a pipe that was put in its place since then is not opened. */
export async function openGuarded(place: Allowed): Promise<FileHandle | { readonly kind: "none" } | Denied> {
  try {
    return await open(place.real, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return { kind: "none" };
    if (code === "ELOOP" || code === "ENXIO") return swapped(place);
    if (code === "EACCES") return denied(`${place.shown} may not be read.`);
    throw error;
  }
}

export function swapped({ shown }: Allowed): Denied {
  return denied(`${shown} changed while it was read. Try again.`);
}

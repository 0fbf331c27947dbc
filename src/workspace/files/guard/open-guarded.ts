import { closeSync, constants, openSync } from "node:fs";
import type { Denied } from "../../../core/ports/files.ts";
import { type Allowed, denied } from "./guard-path.ts";
import { isOpenedAt } from "./where-opened.ts";

const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;

/** What is open has to be closed. */
export type Guarded = { readonly kind: "open"; readonly fd: number } | { readonly kind: "none" } | Denied;

/**
 * Opens a file that the guard has allowed. A link or a pipe that was put in its place since then is not opened, nor is
 * what a link leads to that was put into the place of a folder on the way.
 */
export function openGuarded(place: Allowed): Guarded {
  try {
    const fd = openSync(place.real, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    if (isOpenedAt(fd, place.real)) return { kind: "open", fd };
    closeSync(fd);
    return swapped(place);
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

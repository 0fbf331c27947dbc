import { lstatSync, realpathSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { deniedByName } from "../../../core/permits/guard-names.ts";
import type { Denied } from "../../../core/ports/files.ts";

/** What a caller wants to do with a path. Only a link that is removed may be a link. */
export type Access = "read" | "write" | "remove";

/** A path that may be used: its real path, and what is there now. */
export interface Allowed {
  readonly kind: "allowed";
  /** Without links, except for parts that do not exist yet. */
  readonly real: string;
  /** The same, from the worktree's root, as a person writes it. */
  readonly shown: string;
  readonly found: "file" | "folder" | "link" | "none";
}

export function denied(reason: string): Denied {
  return { kind: "denied", reason };
}

/**
 * Decides on real paths inside `root`, which is a real path itself. Looks, opens nothing: a FIFO or a device cannot
 * hang it. Looks at once: what stands where is in the system's memory, and asking another thread takes many times as long. Reads may follow a link that stays inside; writes follow none. A link can be removed, wherever it leads.
 */
export function guardPath(root: string, path: string, purpose: Access): Allowed | Denied {
  const segments = segmentsOf(path);
  if (!Array.isArray(segments)) return segments;
  const named = deniedByName(segments);
  if (named !== undefined) return denied(named);

  let real = root;
  for (const [at, segment] of segments.entries()) {
    const next = join(real, segment);
    const shown = segments.slice(0, at + 1).join("/");
    const found = look(next);
    if (found === "none") return allowed(root, join(next, ...segments.slice(at + 1)), "none");
    const last = at === segments.length - 1;
    if (found === "link") {
      if (last && purpose === "remove") return allowed(root, next, "link");
      const target = inside(root, next, shown, purpose);
      if (typeof target !== "string") return target;
      real = target;
    } else real = next;
    const kind = found === "link" ? look(real) : found;
    if (kind === "other")
      return denied(`${shown} is neither a file nor a folder that you can use. Leave it alone.`);
    if (kind === "file" && !last) return denied(`${shown} is a file, not a folder.`);
    if (last && (kind === "file" || kind === "folder")) return allowed(root, real, kind);
  }
  return allowed(root, root, "folder");
}

/** The parts of a path that stays inside; none for the root. */
export function segmentsOf(path: string): string[] | Denied {
  if (path.includes("\0")) return denied("A path cannot hold a NUL character.");
  if (path.startsWith("/") || path.startsWith("\\") || /^[A-Za-z]:[\\/]/.test(path))
    return denied(`${path} is an absolute path. Give it relative to the root of the project.`);
  const segments = path.split("/").filter((segment) => segment !== "" && segment !== ".");
  if (path.length > 2000 || segments.some((segment) => Buffer.byteLength(segment) > 255))
    return denied("This path is too long for a file name.");
  if (segments.includes("..") || /(^|\\)\.\.(\\|$)/.test(path))
    return denied(`${path} goes through "..". Give the path from the root of the project.`);
  return segments;
}

type Found = "file" | "folder" | "link" | "other" | "none";

function look(path: string): Found {
  try {
    const stat = lstatSync(path);
    if (stat.isSymbolicLink()) return "link";
    return stat.isFile() ? "file" : stat.isDirectory() ? "folder" : "other";
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return "none";
    if (code === "EACCES") return "other";
    throw error;
  }
}

/** The real path that a link leads to, or why it may not be used. */
function inside(root: string, link: string, shown: string, purpose: Access): string | Denied {
  const target = ledTo(link);
  if (target === undefined) return denied(`${shown} is a link that leads nowhere.`);
  if (target !== root && !target.startsWith(root + sep))
    return denied(`${shown} is a link that leads out of the project.`);
  const way = relative(root, target).split(sep);
  const named = deniedByName(way);
  if (named !== undefined) return denied(named);
  if (purpose !== "read")
    return denied(
      `${shown} is a link to ${way.join("/") || "the root"}. Use that path; links stay as they are.`,
    );
  return target;
}

function ledTo(link: string): string | undefined {
  try {
    return realpathSync.native(link);
  } catch {
    return undefined;
  }
}

function allowed(root: string, real: string, found: Allowed["found"]): Allowed {
  return { kind: "allowed", real, shown: relative(root, real).split(sep).join("/") || ".", found };
}

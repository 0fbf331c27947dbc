import { mkdir, open, readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Fault } from "../core/fault.ts";
import type { SessionStore } from "../core/ports/sessions.ts";
import { cardOf } from "../core/views/documents/card.ts";
import { unknownSession } from "../core/views/typed/unknown-session.ts";
import { eventsOnceKnown, readCard, readWitness } from "./beside/card-file.ts";
import { syncFolder } from "./beside/sync-folder.ts";
import { writeView } from "./beside/write-view.ts";
import { isErrno } from "./errno.ts";
import { genesis } from "./file/line.ts";
import { logName, sizeOf, whyEmptied } from "./log-name.ts";
import { openSession, type SessionOptions } from "./session-files.ts";

/**
 * All sessions of a repository. They are in the git folder that all worktrees share, where neither `git clean` nor a
 * change of branch reaches them. If a kill came before a session's first fact, its folder is empty: it is listed,
 * opens as an empty log, and does no harm.
 */
export function openSessionStore(gitCommonDir: string, options: SessionOptions): SessionStore {
  const root = join(gitCommonDir, "huddle", "sessions");
  const list = async () => {
    const made = await Promise.all(
      (await folders(root)).map(async (id) => ({ id, at: await madeAt(root, id) })),
    );
    return made
      .sort((one, other) => compare(one.at, other.at) || compare(one.id, other.id))
      .map(({ id }) => id);
  };
  const folderOf = async (id: string) => {
    const folder = join(root, id);
    if (!isName(id) || !(await isFolder(folder))) throw unknownSession(id, await list());
    return folder;
  };
  return {
    list,

    async create(id, assertFree = async () => {}) {
      if (!isName(id)) throw new Fault("usage", `"${id}" cannot be the name of a session.`);
      await mkdir(root, { recursive: true });
      for (let number = 1; ; number += 1) {
        const name = number === 1 ? id : `${id}-${number}`;
        const folder = join(root, name);
        if (!(await isUsable(folder, () => assertFree(name))) || !(await makeFolder(folder))) continue;
        await syncFolder(root);
        return name;
      }
    },

    async open(id) {
      return openSession(await folderOf(id), id, options);
    },

    async card(id) {
      const folder = await folderOf(id);
      const kept = await readCard(folder, {
        program: options.program,
        size: (await sizeOf(join(folder, logName))) ?? 0,
      });
      if (kept) return kept;
      const files = await openSession(folder, id, options);
      try {
        return cardOf(files.journal.state());
      } finally {
        await files.close();
      }
    },

    async chosen() {
      const id = (await textOf(join(gitCommonDir, "huddle", chosenName))).trim();
      return isName(id) && (await isFolder(join(root, id))) ? id : undefined;
    },

    async choose(id) {
      const folder = join(gitCommonDir, "huddle");
      if (id === undefined) await rm(join(folder, chosenName), { force: true });
      else await writeView(folder, chosenName, `${id}\n`);
    },

    async check(id) {
      const { checkLog } = await import("./file/check-log.ts");
      const folder = await folderOf(id);
      const path = join(folder, logName);
      const emptied = await whyEmptied(folder);
      const witness = await readWitness(folder);
      const once = eventsOnceKnown(witness, (await sizeOf(path)) ?? 0);
      return {
        ...(await checkLog(path)),
        ...(emptied && { damage: emptied }),
        ...(once !== undefined && { eventsOnceKnown: once }),
      };
    },
  };
}

/** Beside the folder of all sessions: which one `huddle use` chose. */
const chosenName = "session-in-use";

async function textOf(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (isErrno(error)) return ""; // missing or unreadable: then nothing is chosen
    throw error;
  }
}

function isName(id: string): boolean {
  return /^[^/\\\0]+$/.test(id) && !id.startsWith(".");
}

async function folders(root: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(root, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory() && isName(entry.name)).map(({ name }) => name);
  } catch (error) {
    if (isErrno(error, "ENOENT")) return [];
    throw error;
  }
}

/** Time of the first fact, or of the folder if there is none. In ISO 8601, so that text order is time order. */
async function madeAt(root: string, id: string): Promise<string> {
  const first = await beginningOf(join(root, id, logName));
  const found = new RegExp(`\\{"seq":1,"prev":"${genesis}","at":"([^"]+)"`).exec(first)?.[1];
  return found ?? (await stat(join(root, id))).mtime.toISOString();
}

async function beginningOf(path: string): Promise<string> {
  try {
    const file = await open(path, "r");
    try {
      const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(4096), position: 0 });
      return buffer.toString("utf8", 0, bytesRead);
    } finally {
      await file.close();
    }
  } catch (error) {
    if (isErrno(error)) return ""; // missing or unreadable; a list does not end because of it
    throw error;
  }
}

/** False if another session has the name, also one that took it while we looked. */
async function isUsable(folder: string, assertFree: () => Promise<void>): Promise<boolean> {
  if (await isFolder(folder)) return false;
  try {
    await assertFree();
    return true;
  } catch (error) {
    if (await isFolder(folder)) return false;
    throw error;
  }
}

async function makeFolder(path: string): Promise<boolean> {
  try {
    await mkdir(path);
    return true;
  } catch (error) {
    if (isErrno(error, "EEXIST")) return false;
    throw error;
  }
}

async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch((error: unknown) => {
    if (!isErrno(error, "ENOENT", "ENOTDIR", "ENAMETOOLONG")) throw error;
  });
  return found?.isDirectory() ?? false;
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

import { link, lstat, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { inTurn } from "../in-turn.ts";
import { processStart } from "../processes/readings/process-start.ts";
import type { Site } from "../site.ts";
import { readSettings, type Settings, undoSettings } from "./git-settings.ts";

/** What was there before the first of the checks that run now. */
interface Before {
  readonly settings: Settings;
  /** By then a check that began with it has ended for certain. */
  readonly untilMs: number;
}

export interface SettingsGuard {
  /** Puts back what was changed in the repository's git settings, and says what it was. */
  undo(): Promise<readonly string[]>;
}

/**
 * Watches the repository's git settings while a check runs. Checks of several tasks and sessions may run at once, so all
 * of them compare with the state before the first one, which is kept in the git folder until the last one ends. If they
 * are killed it stays there, and the next check puts back what they changed. `name`: of this check in this runner.
 */
export async function guardSettings(
  site: Pick<Site, "commonDir" | "fence">,
  name: string,
  timeoutMs: number,
): Promise<SettingsGuard> {
  const commonDir = await site.commonDir();
  const folder = join(commonDir, "huddle", "guard");
  const self = `${process.pid}.${(await processStart(process.pid)) ?? ""}.${site.fence}.${name}`;
  return inTurn(folder, () =>
    begin({ commonDir, folder, self, file: join(folder, "before.json") }, timeoutMs),
  );
}

/** Where a check is guarded. `self`: the file that says that it runs. `file`: what was before. */
interface Post {
  readonly commonDir: string;
  readonly folder: string;
  readonly self: string;
  readonly file: string;
}

async function begin(post: Post, timeoutMs: number): Promise<SettingsGuard> {
  const { commonDir, folder, self, file } = post;
  const began = await hold(folder, self);
  if (began === undefined) {
    const settings = await readSettings(commonDir);
    return { undo: () => undoSettings(commonDir, settings) };
  }
  const draft = `${file}.${self}`;
  try {
    const earlier = (await othersIn(folder, self)) ? [] : await undoLeft(commonDir, file);
    const { settings } = await shared(commonDir, file, draft, began + timeoutMs);
    return {
      undo: () => inTurn(folder, async () => [...new Set([...earlier, ...(await end(post, settings))])]),
    };
  } catch (error) {
    await rm(draft, { force: true, recursive: true });
    await letGo(post);
    throw error;
  }
}

/**
 * What could not be undone is left for the next check. Lets go before it counts the others: of checks that end
 * together, the last one must find none.
 */
async function end(post: Post, settings: Settings): Promise<readonly string[]> {
  const { commonDir, folder, self, file } = post;
  let told: readonly string[];
  try {
    told = await undoSettings(commonDir, settings);
  } finally {
    await letGo(post);
  }
  if (!(await othersIn(folder, self))) await rm(file, { force: true });
  return told;
}

function letGo({ folder, self }: Post): Promise<void> {
  return rm(join(folder, self), { force: true });
}

/** Says that a check of this process runs. Returns when, by the clock of the disk. Undefined: nothing can be written. */
async function hold(folder: string, self: string): Promise<number | undefined> {
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, self), "");
    return (await lstat(join(folder, self))).ctimeMs;
  } catch {
    return undefined;
  }
}

/** Whether other checks run. Sweeps what dead processes left. */
async function othersIn(folder: string, self: string): Promise<boolean> {
  let found = false;
  for (const name of await readdir(folder)) {
    const [, pid, start] = /^(\d+)\.(.*)\.\d+\.[^.]+$/.exec(name) ?? [];
    if (pid === undefined || name === self) continue;
    if ((await processStart(Number(pid))) === start) found = true;
    else await rm(join(folder, name), { force: true });
  }
  return found;
}

/** Undoes what killed checks did, and forgets what was before them. */
async function undoLeft(commonDir: string, file: string): Promise<readonly string[]> {
  const left = await readBefore(file);
  if (!left) return [];
  const told = await undoSettings(commonDir, left.settings, (changed) => changed <= left.untilMs);
  await rm(file, { force: true });
  return told;
}

/** The state that others compare with, or else the state now, which others will compare with. */
async function shared(commonDir: string, file: string, draft: string, untilMs: number): Promise<Before> {
  const known = await readBefore(file);
  if (known) {
    if (known.untilMs >= untilMs) return known;
    const longer = { ...known, untilMs };
    await writeFile(draft, JSON.stringify(longer));
    await rename(draft, file);
    return longer;
  }
  const mine: Before = { settings: await readSettings(commonDir), untilMs };
  await writeFile(draft, JSON.stringify(mine));
  // Unless another check was first: it may be changing things already.
  const isFirst = await link(draft, file).then(
    () => true,
    () => false,
  );
  await rm(draft, { force: true });
  return isFirst ? mine : ((await readBefore(file)) ?? mine);
}

async function readBefore(file: string): Promise<Before | undefined> {
  try {
    // Written by us, and whole: it gets its name when it is complete.
    return JSON.parse(await readFile(file, "utf8")) as Before;
  } catch {
    return undefined;
  }
}

import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { arch, platform } from "node:os";
import { join } from "node:path";
import type { BaselineRun, KeptBaseline } from "../../core/ports/workspace.ts";
import { mapTexts } from "../../core/text/visible.ts";
import type { Site } from "../site.ts";
import { unlessMissing } from "../unless-missing.ts";
import { setUpKey } from "./set-up-key.ts";

/** More are not kept for a repository; the oldest go. */
const mostKept = 20;

/** What is kept of these checks on this commit. Undefined: nothing, or it is damaged. */
export async function keptBaseline(
  site: Site,
  path: string,
  run: BaselineRun,
): Promise<KeptBaseline | undefined> {
  const file = await fileOf(site, path, run);
  const text = file === undefined ? undefined : await unlessMissing(readFile(file, "utf8"));
  const kept = text === undefined ? undefined : parsed(text);
  // A key that is in use only now may stand in what they printed then.
  return kept && (mapTexts(kept, (said) => site.redaction.redact(said)) as KeptBaseline); // only texts change
}

/**
 * Keeps results in which everything passed. What is red runs again in the next session: something outside of the commit
 * may have made it red, and a failure that is known is a failure that no longer counts.
 */
export async function keepBaseline(
  site: Site,
  path: string,
  run: BaselineRun,
  said: KeptBaseline,
): Promise<void> {
  if (said.runs.length === 0 || said.runs.some(({ exit, undone }) => exit !== 0 || undone)) return;
  const file = await fileOf(site, path, run);
  if (file === undefined || site.baselines === undefined) return;
  const draft = `${file}.${site.fence}.draft`;
  const text = JSON.stringify(said);
  try {
    await mkdir(site.baselines, { recursive: true, mode: 0o700 });
    await writeFile(draft, `${hashOf(text)}\n${text}`, { mode: 0o600 });
    await rename(draft, file);
    await removeOldest(site.baselines);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    // Whatever the disk says: this session has its results, and the next one measures again.
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
  }
}

/**
 * The file for everything that decides what these checks say. Undefined: nothing can be kept. Either a command could write
 * there, because no sandbox hides it, or checks reach something outside, of which no file name can say how it was.
 */
async function fileOf(site: Site, path: string, run: BaselineRun): Promise<string | undefined> {
  const { found, limits, reachable, forChecks } = await site.sandbox();
  if (site.baselines === undefined || found.kind !== "ready" || !found.sandbox.canShow) return undefined;
  const { hosts, ports } = reachable.checks;
  if (hosts.length + ports.length + Object.keys(forChecks).length > 0) return undefined;
  const { kind, version, weaker } = found.sandbox;
  const { commit, checks, timeoutMs, setup } = run;
  const versions = await site.versions([...checks, ...(setup ? [{ name: "", run: setup.run }] : [])]);
  const about = [
    ...[
      1,
      commit,
      checks.map(({ name, run: command, report }) => [name, command, report ?? null]),
      timeoutMs,
    ],
    setup ? await setUpKey(site, path, setup) : null,
    ...[platform(), arch(), process.version, versions, kind, version ?? null, weaker, limits ?? null],
  ];
  return join(site.baselines, hashOf(JSON.stringify(about)).slice(0, 32));
}

/** The first line is the hash of the rest: what is torn or touched counts as nothing. */
function parsed(text: string): KeptBaseline | undefined {
  const end = text.indexOf("\n");
  const body = text.slice(end + 1);
  if (end < 0 || text.slice(0, end) !== hashOf(body)) return undefined;
  return JSON.parse(body) as KeptBaseline; // the hash says that this program wrote it
}

async function removeOldest(folder: string): Promise<void> {
  const entries = (await readdir(folder)).map(async (name) => {
    const path = join(folder, name);
    return { path, at: (await unlessMissing(stat(path)))?.mtimeMs ?? 0 };
  });
  const newestFirst = (await Promise.all(entries)).sort((one, other) => other.at - one.at);
  for (const { path } of newestFirst.slice(mostKept)) await rm(path, { force: true });
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

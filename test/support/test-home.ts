import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";

const hourMs = 60 * 60 * 1000;

/** Makes the folder that vitest.config.ts names, in which tests write everything. */
export async function setup(): Promise<void> {
  await sweep(dirname(home()));
  await mkdir(home(), { recursive: true, mode: 0o700 });
}

/** A child of a killed process may still be writing, hence the retries. */
export async function teardown(): Promise<void> {
  await rm(home(), { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}

/** Whoever was killed left its folder, and that may lie in memory. Gone and long quiet: nobody needs it. */
async function sweep(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const pid = Number(/^hud-(\d+)$/.exec(name)?.[1] ?? process.pid);
    const path = join(folder, name);
    const touched = await stat(path).catch(() => undefined);
    if (isAlive(pid) || !touched || Date.now() - touched.mtimeMs < hourMs) continue;
    await rm(path, { recursive: true, force: true }).catch(() => {}); // somebody else's
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

function home(): string {
  const path = process.env.HUDDLE_TEST_HOME;
  if (path === undefined) throw new Error("vitest.config.ts names the folder for tests");
  return path;
}

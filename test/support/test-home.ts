import { mkdir, rm } from "node:fs/promises";

/** Makes the folder that vitest.config.ts names, in which tests write everything. */
export async function setup(): Promise<void> {
  await mkdir(home(), { recursive: true, mode: 0o700 });
}

/** A child of a killed process may still be writing, hence the retries. */
export async function teardown(): Promise<void> {
  await rm(home(), { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}

function home(): string {
  const path = process.env.HUDDLE_TEST_HOME;
  if (path === undefined) throw new Error("vitest.config.ts names the folder for tests");
  return path;
}

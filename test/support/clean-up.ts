import { rm } from "node:fs/promises";

/** Removes what the tests wrote. A child of a killed process may still be writing, hence the retries. */
export async function teardown(): Promise<void> {
  const home = process.env.HUDDLE_TEST_HOME;
  if (home === undefined) return;
  await rm(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}

// Runs in every test process: notes at each test which points it reaches (scripts/reach-points.mjs). What is reached
// outside of tests, as by a hook for all of a file, counts for each test that comes after it.

import { afterEach, beforeEach } from "vitest";

/** Vitest loads this file anew for each test file. @type {Set<string>} */
const outside = new Set();
/** @type {Set<string>} */
let inside = new Set();
let testing = false;

// @ts-expect-error: the code under test calls it where there is one
globalThis.reached = (/** @type {string} */ id) => (testing ? inside : outside).add(id);

beforeEach(() => {
  inside = new Set();
  testing = true;
});

afterEach(({ task }) => {
  testing = false;
  Object.assign(task.meta, { reached: [...inside, ...outside] });
});

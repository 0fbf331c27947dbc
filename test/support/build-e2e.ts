import { build } from "../../scripts/build.mjs";

/** End-to-end tests drive the shipped command, dist/huddle.js. */
export async function setup(): Promise<void> {
  await build(["product", "development"]);
}

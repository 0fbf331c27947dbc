import { build } from "../../scripts/build.mjs";

/** Tests of the whole drive the shipped command, dist/huddle.cjs, and programs such as test/support/*-process.ts. */
export async function setup(): Promise<void> {
  await build(["product", "development"]);
}

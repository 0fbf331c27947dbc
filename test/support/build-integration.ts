import { build } from "../../scripts/build.mjs";

/** Integration tests start programs such as test/support/*-process.ts, bundled into build/. */
export async function setup(): Promise<void> {
  await build(["development"]);
}

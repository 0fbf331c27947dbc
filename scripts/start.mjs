// npm start: sets up what is needed, then plays the rehearsal. Arguments go to `huddle demo`.

import { join } from "node:path";
import { orExplain, prepare, progress, root } from "./setup.mjs";

await orExplain(async () => {
  await prepare();
  const { build } = await import("./build.mjs");
  await build(["product"], { onBuild: () => progress("Building …") });
  const { runNode } = await import("./child.mjs");
  const command = [join(root, "dist", "huddle.cjs"), "demo", ...process.argv.slice(2)];
  return (await runNode(command, { show: true, cwd: process.env.INIT_CWD ?? process.cwd() })).code;
});

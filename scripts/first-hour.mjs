// npm run first-hour: walks a newcomer through all projects and troubles in a real terminal (tmux), at 80 and 120
// columns, and writes every screen into docs/screens. -- Rust: the walks with these words in their names.

import { join } from "node:path";
import { orExplain, prepare, root } from "./setup.mjs";
import { runTool } from "./tool.mjs";

await orExplain(async () => {
  await prepare();
  const words = process.argv.slice(2);
  const chosen = words.length === 0 ? [] : ["-t", words.join(" ")];
  const env = { ...process.env, HUDDLE_FIRST_HOUR: join(root, "docs", "screens") };
  const args = ["run", "test/e2e/first-hour.test.ts", ...chosen];
  return (await runTool("vitest", args, { show: true, env })).code;
});

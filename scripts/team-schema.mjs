// node scripts/team-schema.mjs: writes docs/team.schema.json, which editors read, from src/config/team-file.ts.
// A test in that folder fails when it is not current.

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { rolldown } from "rolldown";
import { root } from "./setup.mjs";
import { runTool } from "./tool.mjs";

const bundler = await rolldown({ input: join(root, "src/config/team-file.ts"), platform: "node", cwd: root });
const { output } = await bundler.generate({ format: "esm" });
await bundler.close();
const [chunk] = output;
const { teamJsonSchema } = await import(
  `data:text/javascript;base64,${Buffer.from(chunk.code).toString("base64")}`
);
const path = join(root, "docs", "team.schema.json");
await writeFile(path, `${JSON.stringify(teamJsonSchema(), null, 2)}\n`);
await runTool("@biomejs/biome", ["format", "--write", path], { bin: "biome" });
console.log(`Wrote ${path}`);

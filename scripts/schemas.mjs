// node scripts/schemas.mjs: writes the schemas that stand in files, from the code that is held to them:
// docs/team.schema.json, which editors read, docs/verdict.schema.json, which scripts read, and
// prompts/<artifact>.schema.json, which models read.
// Tests fail when one of them is not current.

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { rolldown } from "rolldown";
import { root } from "./setup.mjs";
import { runTool } from "./tool.mjs";

const { teamJsonSchema } = await load("src/config/team/team-file.ts");
const { artifactJsonSchema } = await load("src/tools/talk/submit-artifact.ts");
const { artifactKinds } = await load("src/core/terms/phase.ts");
const { verdictJsonSchema } = await load("src/core/views/verdict/verdict-schema.ts");

const written = [
  await write("docs/team.schema.json", teamJsonSchema()),
  await write("docs/verdict.schema.json", verdictJsonSchema()),
];
for (const kind of artifactKinds)
  written.push(await write(`prompts/${kind}.schema.json`, artifactJsonSchema(kind)));
await runTool("@biomejs/biome", ["format", "--write", ...written], { bin: "biome" });
console.log(`Wrote ${written.join(", ")}`);

/** @param {string} source */
async function load(source) {
  const bundler = await rolldown({ input: join(root, source), platform: "node", cwd: root });
  const { output } = await bundler.generate({ format: "esm" });
  await bundler.close();
  return import(`data:text/javascript;base64,${Buffer.from(output[0].code).toString("base64")}`);
}

/**
 * @param {string} path
 * @param {unknown} schema
 */
async function write(path, schema) {
  await writeFile(join(root, path), `${JSON.stringify(schema, null, 2)}\n`);
  return join(root, path);
}

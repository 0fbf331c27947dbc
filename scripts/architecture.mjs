// node scripts/architecture.mjs: the first test of test/architecture.test.ts without a test runner, which is most of what
// it takes. Run by npm run check.

import { rm } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "rolldown";
import { root } from "./setup.mjs";

// In node_modules, where the bundle finds the compiler; CommonJS, as the compiler is, or Node would first look through
// all of it for what it exports.
const file = join(root, "node_modules", ".cache", `architecture-${process.pid}.cjs`);
try {
  await build({
    input: join(root, "test/support/architecture/check-sources.ts"),
    platform: "node",
    external: ["typescript"],
    output: { file, format: "cjs" },
  });
  const { checkSources } = await import(pathToFileURL(file).href);
  /** @type {string[]} */
  const violations = await checkSources();
  for (const line of violations) console.log(line);
  process.exitCode = violations.length === 0 ? 0 : 1;
} finally {
  await rm(file, { force: true });
}

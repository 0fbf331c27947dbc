import { cp, mkdir, mkdtemp, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const root = join(import.meta.dirname, "..", "..");
const copied = [
  "scripts",
  "rolldown.config.js",
  "package.json",
  "package-lock.json",
  "tsconfig.json",
  ".npmrc",
];

/** A build also makes what the command loads late. */
const late = { "src/tui/open-interface.tsx": "export const there = true;" };

/** A copy of the tool chain around other sources, in a folder with an awkward name. Packages are shared. */
export async function scratchProject(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = join(await mkdtemp(join(tmpdir(), "tool-")), `it's a "quoted" $folder`);
  await mkdir(folder);
  for (const name of copied) await cp(join(root, name), join(folder, name), { recursive: true });
  await symlink(join(root, "node_modules"), join(folder, "node_modules"));
  for (const [path, text] of Object.entries({ ...late, ...files })) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return folder;
}

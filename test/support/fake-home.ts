import { chmod, mkdir, mkdtemp, realpath, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { findToolchains } from "../../src/workspace/sandbox/find-toolchains.ts";
import { emptyPlace, removeAfterTest } from "./git-place.ts";

export interface Home {
  /** A value that starts with `->` is a link. */
  readonly files: Readonly<Record<string, string>>;
  readonly path: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** What set-up and checks start. */
  readonly programs?: readonly string[];
}

/** Paths below home are given and told without it. */
export async function toolchainsOf({ files, path, env = {}, programs = [] }: Home) {
  // The first line of a script has no way to write a space in a path.
  const home = programs.length === 0 ? await emptyPlace() : await plainPlace();
  for (const [name, text] of Object.entries(files)) {
    const file = join(home, name);
    await mkdir(dirname(file), { recursive: true });
    if (text.startsWith("->")) await symlink(text.slice(2).replace("~", home), file);
    else await writeFile(file, text.replaceAll("~", home));
    if (!text.startsWith("->")) await chmod(file, 0o755);
  }
  const PATH = path.map((folder) => folder.replace("~", home)).join(":");
  const variables = Object.entries(env).map(([name, value]) => [name, value.replace("~", home)]);
  const found = await findToolchains(
    { ...Object.fromEntries(variables), HOME: home, PATH },
    ["/usr", "/bin"],
    programs.map((program) => program.replace("~", home)),
  );
  return JSON.parse(JSON.stringify(found).replaceAll(JSON.stringify(home).slice(1, -1), "~"));
}

async function plainPlace(): Promise<string> {
  const place = await realpath(await mkdtemp(join(tmpdir(), "huddle-home-")));
  removeAfterTest(place);
  return place;
}

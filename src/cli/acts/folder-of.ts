import { isAbsolute, relative, resolve, sep } from "node:path";
import type { Project } from "../../app/project.ts";
import { Fault } from "../../core/fault.ts";
import { oneLine } from "../../core/views/plain-text.ts";
import type { Wire } from "../wire/wire.ts";

/** The folder of `--in`, from the root of the repository. Throws a Fault unless the commit has it. */
export async function folderOf(
  { cwd }: Pick<Wire, "cwd">,
  { root, hasFolder }: Pick<Project, "root" | "hasFolder">,
  commit: string,
  typed: string,
): Promise<string> {
  const path = relative(root, resolve(cwd, typed));
  const said = `--in ${oneLine(typed)}`;
  if (path === "" && typed.trim() !== "")
    throw new Fault("usage", `${said} is the whole repository. Leave --in out for that.`);
  if (path === "" || path === ".." || path.startsWith(`..${sep}`) || isAbsolute(path))
    throw new Fault("usage", `${said} is not a folder in this repository, which is at ${root}.`);
  const folder = path.split(sep).join("/");
  if (/[*?[\]{}\\\0\n]/.test(folder))
    throw new Fault("usage", `${said}: such a name could be taken for a pattern. Name another folder.`);
  if (!(await hasFolder(commit, folder)))
    throw new Fault(
      "usage",
      `${said}: the commit that the session would start from (${commit.slice(0, 8)}) has no folder ${oneLine(folder)}.`,
    );
  return folder;
}

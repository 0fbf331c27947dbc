import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Fault } from "../../core/fault.ts";
import type { PullRequest } from "../../core/ports/workspace.ts";
import { stripControl } from "../../core/text/strip-control.ts";
import type { Git } from "../git/run-git.ts";
import { type Environment, personEnvironment } from "../processes/environment.ts";
import { startProcess } from "../processes/start-process.ts";

/** The remote that the person pushes to, and the program that opens requests there, if it is installed. */
export async function hostOf(
  theirs: Git,
  env: Environment,
): Promise<{ readonly remote?: string; readonly program?: string }> {
  const { text: chosen } = await theirs(["config", "--get", "remote.pushDefault"], { answers: [1] });
  const all = (await theirs(["remote"])).text.split("\n").filter((name) => name !== "");
  const remote = [chosen, "origin", ...(all.length === 1 ? all : [])].find((name) => all.includes(name));
  if (remote === undefined) return {};
  const { text: url } = await theirs(["remote", "get-url", "--push", remote]);
  const program = /gitlab/i.test(url) ? "glab" : "gh";
  const found = await run(program, ["--version"], env, "/").catch(() => undefined);
  return { remote, ...(found?.exit === 0 && { program }) };
}

/** A request that is already open for the branch is as good as a new one. */
export async function openRequest(
  theirs: Git,
  { env, folder }: { readonly env: Environment; readonly folder: string },
  program: string,
  { branch, base, title, body }: PullRequest,
): Promise<string> {
  const root = (await theirs(["rev-parse", "--show-toplevel"])).text;
  const file = join(folder, "PULL_REQUEST.md");
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(file, body);
    const args =
      program === "glab"
        ? ["mr", "create", "--source-branch", branch, "--target-branch", base, "--description", body, "--yes"]
        : ["pr", "create", "--head", branch, "--base", base, "--body-file", file];
    const { exit, stdout, stderr } = await run(program, [...args, "--title", title], env, root);
    const said = stripControl(`${stdout}\n${stderr}`).trim();
    const [url] = /https?:\/\/\S+/.exec(stripControl(exit === 0 ? stdout : said)) ?? [];
    if (url !== undefined && (exit === 0 || /already exists/.test(said))) return url;
    if (exit === 0) return said;
    throw new Fault("git.refused", `${program} says: ${said === "" ? `exit ${exit}` : said}`);
  } finally {
    await rm(file, { force: true });
  }
}

function run(program: string, args: readonly string[], env: Environment, cwd: string) {
  return startProcess({ program, args, cwd, env: personEnvironment(env) }).ended;
}

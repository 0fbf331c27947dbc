import { execFileSync } from "node:child_process";
import { userInfo } from "node:os";
import { dirname } from "node:path";

const ways: Readonly<Record<string, string>> = {
  pnpm: "npm install -g pnpm@9",
  python3: "apt-get install python3",
  go: "apt-get install golang",
  cargo: "apt-get install cargo",
};

/** The PATH of a person who has what a project's checks start. Throws where it is missing. */
export function pathWith(program: string): string {
  const path = process.env.PATH ?? "";
  const at = found(program);
  if (at === undefined) throw new Error(`There is no ${program} here. To get it: ${ways[program]}`);
  return program === "cargo" ? `${dirname(at)}:${path}` : path;
}

/** The cargo of rustup is a door that looks into the person's home, and tests have another home. */
function found(program: string): string | undefined {
  const env = { ...process.env, HOME: userInfo().homedir };
  const inner = program === "cargo" ? "rustup which cargo 2>/dev/null || " : "";
  try {
    return execFileSync("sh", ["-c", `${inner}command -v ${program}`], { env, encoding: "utf8" }).trim();
  } catch {
    return undefined;
  }
}

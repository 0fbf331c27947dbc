import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { checkEnvironment, type Environment, only } from "../processes/environment.ts";
import { findToolchains } from "./find-toolchains.ts";
import { privateNames } from "./private-paths.ts";
import type { Place, Sandbox } from "./sandbox.ts";

const system = [
  "/usr",
  "/bin",
  "/sbin",
  "/System",
  "/Library",
  "/opt/homebrew",
  "/opt/local",
  "/Applications/Xcode.app",
];
const more = ["/private/etc", "/private/var/db", "/private/var/select", "/etc", "/var/select", "/dev"];

/** For macOS. Nobody has run this yet: the profile is tested as text only. */
export async function openSeatbelt(env: Environment, programs?: readonly string[]): Promise<Sandbox> {
  const { roots, path } = await findToolchains(env, system, programs);
  return {
    kind: "seatbelt",
    canShow: false,
    weaker: [
      "nobody has run this on macOS yet",
      "memory, processes and disk are not watched on macOS",
      "a command can read the repository's git configuration, and the names of all files",
    ],
    enter: async (place) => {
      const home = join(place.temporary, "home");
      await mkdir(home, { recursive: true });
      const profile = seatbeltProfile({ ...place, toolchains: roots, home: env.HOME });
      return {
        start: ["/usr/bin/sandbox-exec", "-p", profile],
        env: {
          ...checkEnvironment(only(["LANG"], env), place.temporary),
          PATH: path.join(":"),
          HOME: home,
          GIT_OPTIONAL_LOCKS: "0",
        },
        worktree: place.worktree,
      };
    },
  };
}

interface Profile extends Place {
  readonly toolchains: readonly string[];
  readonly home?: string | undefined;
}

/** Later rules win, so what is denied comes last. */
export function seatbeltProfile({ worktree, commonDir, temporary, toolchains, home }: Profile): string {
  const read = [...system, ...more, ...toolchains, worktree, commonDir, temporary];
  const secrets = home === undefined ? [] : privateNames.map((name) => join(home, name));
  const hidden = ["hooks", "huddle", "modules"].map((name) => join(commonDir, name));
  return [
    "(version 1)",
    "(deny default)",
    "(allow process-fork process-exec)",
    "(allow signal (target same-sandbox))",
    "(allow process-info* (target same-sandbox))",
    "(allow sysctl-read)",
    '(allow mach-lookup (global-name "com.apple.system.opendirectoryd.libinfo"))',
    "(allow file-read-metadata)",
    `(allow file-read* (literal "/") ${read.map(below).join(" ")})`,
    `(allow file-write* ${[worktree, temporary].map(below).join(" ")})`,
    '(allow file-write-data (literal "/dev/null") (literal "/dev/zero") (literal "/dev/tty"))',
    `(deny file-read* file-write* ${[...secrets, ...hidden].map(below).join(" ")})`,
    `(deny file-write* (literal ${quoted(join(worktree, ".git"))}))`,
    "(deny network*)",
    "",
  ].join("\n");
}

function below(path: string): string {
  return `(subpath ${quoted(path)})`;
}

function quoted(path: string): string {
  return `"${path.replace(/["\\]/g, "\\$&")}"`;
}

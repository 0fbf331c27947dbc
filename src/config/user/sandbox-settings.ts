import type { SandboxKind } from "../../core/terms/sandbox.ts";
import type { UserConfig } from "./user-config.ts";

/** What the person's settings say about commands: what keeps them inside, and what one may take. */
export interface SandboxSettings {
  readonly kind?: SandboxKind;
  readonly limits: {
    readonly memoryBytes?: number;
    readonly processes?: number;
    readonly diskBytes?: number;
  };
  /** How many checks run at once. */
  readonly checks?: number;
}

export interface ReachableSettings {
  readonly hosts: readonly string[];
  readonly privately: readonly string[];
  readonly ports: readonly number[];
}

/** Public registries of packages. What they are sent is public, too, or was in a lock file. */
const registries = [
  ...["registry.npmjs.org", "registry.yarnpkg.com", "repo.yarnpkg.com", "jsr.io", "npm.jsr.io"],
  ...["pypi.org", "files.pythonhosted.org", "proxy.golang.org", "sum.golang.org"],
  ...["index.crates.io", "static.crates.io", "crates.io", "rubygems.org", "index.rubygems.org"],
  ...["repo.maven.apache.org", "repo1.maven.org", "plugins.gradle.org", "services.gradle.org"],
  ...["downloads.gradle.org", "plugins-artifacts.gradle.org"],
  ...["repo.packagist.org", "api.nuget.org", "hex.pm", "repo.hex.pm"],
];

/** What each may reach. Members' commands reach what checks do. */
export function reachableSettings({
  hosts = {},
  ports = [],
}: Pick<UserConfig, "hosts" | "ports">): Readonly<
  Record<"commands" | "checks" | "setup", ReachableSettings>
> {
  const privately = hosts.private ?? [];
  const agents = { hosts: hosts.agents ?? [], privately, ports };
  return {
    commands: agents,
    checks: agents,
    setup: { hosts: hosts.setup ?? registries, privately, ports: [] },
  };
}

/** The kind alone may stand for all of them. */
export function sandboxSettings(sandbox: UserConfig["sandbox"] = {}): SandboxSettings {
  if (typeof sandbox === "string") return { kind: sandbox, limits: {} };
  const { kind, memory, processes, disk, checks } = sandbox;
  return {
    ...(kind !== undefined && { kind }),
    ...(checks !== undefined && { checks }),
    limits: {
      ...(memory !== undefined && { memoryBytes: bytesOf(memory) }),
      ...(processes !== undefined && { processes }),
      ...(disk !== undefined && { diskBytes: bytesOf(disk) }),
    },
  };
}

/** `512MB` */
function bytesOf(amount: string): number {
  const unit = amount.endsWith("GB") ? 1024 ** 3 : 1024 ** 2;
  return Number(amount.slice(0, -2)) * unit;
}

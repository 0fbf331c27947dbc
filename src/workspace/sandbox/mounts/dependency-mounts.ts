import { join } from "node:path";
import type { Mount } from "./mount.ts";

/** What a project depends on, as set-up made it. Commands cannot change it. */
export interface Dependencies {
  /** Folders and files, and their paths in the worktree. */
  readonly kept: readonly { readonly from: string; readonly at: string }[];
  /** Folders in those which programs use as caches, by their paths in the worktree. Each command has its own. */
  readonly caches: readonly string[];
  /** What programs keep outside of the worktree, such as Go's modules. Set-up itself writes it. */
  readonly shared?: { readonly from: string; readonly isWritten: boolean };
}

/** Where what programs keep outside of the worktree is seen. */
export const sharedAt = "/dependencies";

/** Shows what set-up made at its place in the worktree, where no link may be. `inside`: where the worktree is seen. */
export function dependencyMounts(inside: string, dependencies: Dependencies | undefined): readonly Mount[] {
  if (dependencies === undefined) return [];
  const { kept, caches, shared } = dependencies;
  return [
    ...kept.map(({ from, at }): Mount => ({ kind: "read", from, at: join(inside, at) })),
    ...caches.map((at): Mount => ({ kind: "cache", at: join(inside, at) })),
    ...(shared
      ? [{ kind: shared.isWritten ? "write" : "read", from: shared.from, at: sharedAt } as const]
      : []),
  ];
}

/** Where programs keep what they download, if they can be told. */
export function dependencyVariables(
  dependencies: Dependencies | undefined,
): Readonly<Record<string, string>> {
  if (dependencies?.shared === undefined) return {};
  return {
    GOMODCACHE: `${sharedAt}/go`,
    CARGO_HOME: `${sharedAt}/cargo`,
    BUNDLE_PATH: `${sharedAt}/bundle`,
    NUGET_PACKAGES: `${sharedAt}/nuget`,
    UV_PYTHON_INSTALL_DIR: `${sharedAt}/python`,
    UV_LINK_MODE: "copy",
    PLAYWRIGHT_BROWSERS_PATH: `${sharedAt}/playwright`,
    PUPPETEER_CACHE_DIR: `${sharedAt}/puppeteer`,
    CYPRESS_CACHE_FOLDER: `${sharedAt}/cypress`,
    ...(dependencies.shared.isWritten ? {} : { CARGO_NET_OFFLINE: "true" }),
  };
}

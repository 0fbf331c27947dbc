import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { type Dependencies, sharedAt } from "./dependency-mounts.ts";
import type { Mount } from "./mount.ts";

const gradleHome = "/tmp/home/.gradle";

/** Java programs know none of the usual variables for a proxy, and Maven none for its folder. */
export function javaVariables(
  dependencies: Dependencies | undefined,
  proxy: number | undefined,
): Readonly<Record<string, string>> {
  const { shared } = dependencies ?? {};
  const way = proxy === undefined ? [] : ["http", "https"].flatMap((kind) => proxyWords(kind, proxy));
  const maven = [...(shared ? [`-Dmaven.repo.local=${sharedAt}/m2`] : []), ...way];
  return {
    ...(maven.length > 0 && { MAVEN_OPTS: maven.join(" ") }),
    ...(way.length > 0 && { GRADLE_OPTS: way.join(" ") }),
    ...(shared && {
      GRADLE_USER_HOME: shared.isWritten ? `${sharedAt}/gradle` : gradleHome,
      ...(!shared.isWritten && { MAVEN_ARGS: "-o", GRADLE_RO_DEP_CACHE: `${sharedAt}/gradle/caches` }),
    }),
  };
}

function proxyWords(kind: string, port: number): readonly string[] {
  return [`-D${kind}.proxyHost=127.0.0.1`, `-D${kind}.proxyPort=${port}`];
}

/**
 * Gradle writes a lock beside the program that its wrapper downloaded, so the folders around that program are a
 * command's own, and what lies in them leads to what set-up made.
 */
export async function gradleMounts({ shared }: Dependencies): Promise<readonly Mount[]> {
  if (shared === undefined || shared.isWritten) return [];
  const dists = join("wrapper", "dists");
  const mounts: Mount[] = [];
  for (const name of await namesIn(join(shared.from, "gradle", dists)))
    for (const hash of await namesIn(join(shared.from, "gradle", dists, name)))
      for (const entry of await namesIn(join(shared.from, "gradle", dists, name, hash))) {
        if (entry.endsWith(".lck")) continue;
        const path = join(dists, name, hash, entry);
        mounts.push({ kind: "link", to: join(sharedAt, "gradle", path), at: join(gradleHome, path) });
      }
  return mounts;
}

/** None, also of what is no folder. */
async function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch(() => []);
}

import { expect, test } from "vitest";
import { javaVariables } from "./java-mounts.ts";

const shared = (isWritten: boolean) => ({ kept: [], caches: [], shared: { from: "/d", isWritten } });
const way =
  "-Dhttp.proxyHost=127.0.0.1 -Dhttp.proxyPort=3128 -Dhttps.proxyHost=127.0.0.1 -Dhttps.proxyPort=3128";

test.each<readonly [string, Parameters<typeof javaVariables>, Readonly<Record<string, string>>]>([
  ["nothing", [undefined, undefined], {}],
  ["a way to hosts alone", [undefined, 3128], { MAVEN_OPTS: way, GRADLE_OPTS: way }],
  [
    "set-up: what is downloaded is kept",
    [shared(true), 3128],
    {
      MAVEN_OPTS: `-Dmaven.repo.local=/dependencies/m2 ${way}`,
      GRADLE_OPTS: way,
      GRADLE_USER_HOME: "/dependencies/gradle",
    },
  ],
  [
    "a check: what was kept is read, and nothing is downloaded",
    [shared(false), undefined],
    {
      MAVEN_OPTS: "-Dmaven.repo.local=/dependencies/m2",
      MAVEN_ARGS: "-o",
      GRADLE_USER_HOME: "/tmp/home/.gradle",
      GRADLE_RO_DEP_CACHE: "/dependencies/gradle/caches",
    },
  ],
])("Java programs are told of %s", (_, given, expected) => {
  expect(javaVariables(...given)).toEqual(expected);
});

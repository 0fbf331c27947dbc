import { type Detected, nothing, oneTest, type ProjectFiles } from "./detected.ts";

/**
 * What a Java build downloads is known only when it has run once: also the test runner is downloaded by the first test.
 * It runs in a copy, so that nothing that it made lies in the way of later builds.
 */
const inCopy = 'build=$(mktemp -d) && cp -R . "$build" && cd "$build"';

export async function fromJava(files: ProjectFiles): Promise<Detected> {
  const why = "a build downloads what it needs when it runs for the first time";
  if (files.has("pom.xml")) {
    const mvn = files.has("mvnw") ? "./mvnw" : "mvn";
    const seen = files.has("mvnw") ? "there are a pom.xml and a mvnw" : "there is a pom.xml";
    return {
      setup: { run: `${inCopy} && ${mvn} -q -B test -Dmaven.test.failure.ignore=true`, why },
      ...oneTest(`${mvn} -q -B test`, seen),
    };
  }
  const [build] = files.like(/^(?:settings|build)\.gradle(?:\.kts)?$/);
  const isWrapped = files.has("gradlew");
  if (!isWrapped && build === undefined) return nothing;
  const gradle = `${isWrapped ? "./gradlew" : "gradle"} --no-daemon`;
  // Where tests fail, it is enough that all compiles.
  const run = `${inCopy} && { ${gradle} test || ${gradle} testClasses; }`;
  return {
    setup: { run, why },
    ...oneTest(`${gradle} test`, `there is a ${isWrapped ? "gradlew" : build}`),
  };
}

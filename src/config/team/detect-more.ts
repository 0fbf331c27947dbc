import { type Detected, nothing, objectOf, oneTest, type Read } from "./detected.ts";

/**
 * What a Java build downloads is known only when it has run once: also the test runner is downloaded by the first test.
 * It runs in a copy, so that nothing that it made lies in the way of later builds.
 */
const inCopy = 'build=$(mktemp -d) && cp -R . "$build" && cd "$build"';

export async function fromJava(read: Read): Promise<Detected> {
  const why = "a build downloads what it needs when it runs for the first time";
  if ((await read("pom.xml")) !== undefined)
    return {
      setup: { run: `${inCopy} && mvn -q -B test -Dmaven.test.failure.ignore=true`, why },
      ...oneTest("mvn -q -B test", "there is a pom.xml"),
    };
  if ((await read("gradlew")) === undefined) return nothing;
  // Where tests fail, it is enough that all compiles.
  const run = `${inCopy} && { ./gradlew --no-daemon test || ./gradlew --no-daemon testClasses; }`;
  return { setup: { run, why }, ...oneTest("./gradlew --no-daemon test", "there is a gradlew") };
}

export async function fromMix(read: Read): Promise<Detected> {
  return (await read("mix.exs")) === undefined ? nothing : oneTest("mix test", "there is a mix.exs");
}

export async function fromRuby(read: Read): Promise<Detected> {
  const gems = await read("Gemfile");
  const hasRakefile = (await read("Rakefile")) !== undefined;
  const found = gems?.includes("rspec")
    ? oneTest("bundle exec rspec", "Gemfile names rspec")
    : oneTest("bundle exec rake test", "there are a Gemfile and a Rakefile");
  if (gems === undefined || (!gems.includes("rspec") && !hasRakefile)) return nothing;
  if ((await read("Gemfile.lock")) === undefined) return found;
  const why = "Gemfile.lock pins what the project depends on";
  return { ...found, setup: { run: "bundle install", update: "bundle lock", why } };
}

export async function fromComposer(read: Read): Promise<Detected> {
  const about = objectOf(await read("composer.json"));
  if (about === undefined) return nothing;
  const hasScript = objectOf(about.scripts)?.test !== undefined;
  const settings = (await read("phpunit.xml")) ?? (await read("phpunit.xml.dist"));
  if (!hasScript && settings === undefined) return nothing;
  const found = hasScript
    ? oneTest("composer test", 'composer.json has a script "test"')
    : oneTest("vendor/bin/phpunit", "there are settings for PHPUnit");
  if ((await read("composer.lock")) === undefined) return found;
  const why = "composer.lock pins what the project depends on";
  const update = "composer update --lock --no-interaction --no-install";
  return { ...found, setup: { run: "composer install --no-interaction", update, why } };
}

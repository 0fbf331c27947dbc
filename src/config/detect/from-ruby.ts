import { lockFiles } from "../../core/reports/change/lock-files.ts";
import { type Detected, nothing, oneTest, type ProjectFiles } from "./detected.ts";

export async function fromRuby(files: ProjectFiles): Promise<Detected> {
  const gems = await files.read("Gemfile");
  const found = await testsOf(files, gems);
  if (found.checks.length === 0 || gems === undefined) return found;
  if (files.has(lockFiles.bundler)) {
    const why = "Gemfile.lock pins what the project depends on";
    return { ...found, setup: { run: "bundle install", update: "bundle lock", why } };
  }
  const why = "Gemfile names what the project depends on";
  return /^\s*(?:gem\b|gemspec)/m.test(gems) ? { ...found, setup: { run: "bundle install", why } } : found;
}

async function testsOf(files: ProjectFiles, gems: string | undefined): Promise<Detected> {
  const start = gems === undefined ? "" : "bundle exec ";
  const rakefile = await files.read("Rakefile");
  const hasSpecs = files.has(".rspec") || files.like(/^spec\/.*_spec\.rb$/).length > 0;
  if (gems?.includes("rspec")) return oneTest(`${start}rspec`, "Gemfile names rspec");
  if (hasSpecs) return oneTest(`${start}rspec`, "there are specs");
  if (files.has("bin/rails") && files.like(/^test\//).length > 0)
    return oneTest("bin/rails test", "there are bin/rails and a folder test");
  if (rakefile === undefined) return nothing;
  if (gems !== undefined) return oneTest("bundle exec rake test", "there are a Gemfile and a Rakefile");
  return /TestTask|task\s+:?["']?test\b/.test(rakefile)
    ? oneTest("rake test", "Rakefile has a task for tests")
    : nothing;
}

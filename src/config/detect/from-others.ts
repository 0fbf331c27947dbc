import { lockFiles } from "../../core/reports/change/lock-files.ts";
import { type Detected, nothing, objectOf, oneTest, type ProjectFiles } from "./detected.ts";

export async function fromCargo(files: ProjectFiles): Promise<Detected> {
  const about = await files.read("Cargo.toml");
  if (about === undefined) return nothing;
  const all = /^\s*\[workspace/m.test(about) ? " --workspace" : "";
  const seen = all === "" ? "there is a Cargo.toml" : "Cargo.toml is a workspace";
  if (files.has(lockFiles.cargo)) {
    const why = `${lockFiles.cargo} pins what the project depends on`;
    return {
      ...oneTest(`cargo test${all}`, seen),
      setup: { run: "cargo fetch --locked", update: "cargo update --workspace", why },
    };
  }
  if (!/^\s*\[(?:.*\.)?(?:dev-)?dependencies/m.test(about)) return oneTest(`cargo test${all}`, seen);
  // Without a lock file, versions are chosen when it runs, from what set-up has downloaded.
  const why = "Cargo.toml names dependencies, and no lock file pins them";
  return { ...oneTest(`cargo test --offline${all}`, seen), setup: { run: "cargo fetch", why } };
}

export async function fromGo(files: ProjectFiles): Promise<Detected> {
  if (!files.has("go.mod")) return nothing;
  const checks = [
    { name: "vet", run: "go vet ./...", why: "there is a go.mod" },
    { name: "test", run: "go test ./...", why: "there is a go.mod" },
  ];
  if (!files.has(lockFiles.go)) return { checks };
  const why = `${lockFiles.go} pins what the project depends on`;
  return { checks, setup: { run: "go mod download", update: "go mod tidy", why } };
}

export async function fromMix(files: ProjectFiles): Promise<Detected> {
  return files.has("mix.exs") ? oneTest("mix test", "there is a mix.exs") : nothing;
}

export async function fromComposer(files: ProjectFiles): Promise<Detected> {
  const about = objectOf(await files.read("composer.json"));
  if (about === undefined) return nothing;
  const hasScript = objectOf(about.scripts)?.test !== undefined;
  const settings = ["phpunit.xml", "phpunit.xml.dist", "phpunit.dist.xml"].find((name) => files.has(name));
  if (!hasScript && settings === undefined) return nothing;
  const found = hasScript
    ? oneTest("composer test", 'composer.json has a script "test"')
    : oneTest("vendor/bin/phpunit", "there are settings for PHPUnit");
  const run = "composer install --no-interaction";
  if (files.has(lockFiles.composer)) {
    const why = "composer.lock pins what the project depends on";
    const update = "composer update --lock --no-interaction --no-install";
    return { ...found, setup: { run, update, why } };
  }
  const names = ["require", "require-dev"].flatMap((key) => Object.keys(objectOf(about[key]) ?? {}));
  const why = "composer.json names packages, and a fresh checkout has none of them";
  return names.some((name) => name.includes("/")) ? { ...found, setup: { run, why } } : found;
}

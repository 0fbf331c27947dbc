import { type Detected, type DetectedCheck, nothing, type ProjectFiles } from "./detected.ts";

/** Targets and recipes that are checks by their names; only one of those that test. */
const lints = ["lint", "typecheck"];
const tests = ["test", "tests", "check"];

export async function fromMake(files: ProjectFiles): Promise<Detected> {
  for (const file of ["GNUmakefile", "makefile", "Makefile"]) {
    const text = await files.read(file);
    if (text === undefined) continue;
    const has = (name: string) => new RegExp(`^${name}\\s*::?(?!=)`, "m").test(text);
    return checksOf(has, (name) => ({
      name,
      run: `make ${name}`,
      why: `${file} has a target "${name}"`,
    }));
  }
  return nothing;
}

export async function fromJust(files: ProjectFiles): Promise<Detected> {
  const [file] = files.like(/^\.?justfile$/i);
  const text = file === undefined ? undefined : await files.read(file);
  if (text === undefined) return nothing;
  // `test filter="":`, `@test *args: build`; `test := "x"` is a variable.
  const has = (name: string) => new RegExp(`^@?${name}(?:[ \\t][^:\\n]*)?:(?!=)`, "m").test(text);
  return checksOf(has, (name) => ({ name, run: `just ${name}`, why: `${file} has a recipe "${name}"` }));
}

function checksOf(has: (name: string) => boolean, check: (name: string) => DetectedCheck): Detected {
  const test = tests.find(has);
  if (test === undefined) return nothing;
  return { checks: [...lints.filter(has), test].map(check) };
}

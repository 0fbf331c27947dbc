import { BaseSequencer, type TestSpecification } from "vitest/node";

/** What takes longest. Whatever is not named here is short, and fills the gaps in the end. */
const longest = [
  "test/e2e/demo",
  "test/e2e/random-kills",
  "test/integration/kill-walk-within",
  "test/e2e/watching",
  "test/e2e/commands",
  "test/e2e/cost",
  "test/integration/kill-walk-before",
  "test/integration/three-wires",
  "test/e2e/groom",
  "test/integration/kill-walk-after",
];

/** The order is the same on every machine, also where no test has been timed before. Projects stay together. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map((file) => file.project.name))];
    const place = (file: TestSpecification) =>
      projects.indexOf(file.project.name) * 1000 + rank(file.moduleId);
    return sorted.sort((a, b) => place(a) - place(b));
  }
}

function rank(path: string): number {
  const at = longest.findIndex((name) => path.endsWith(`${name}.test.ts`));
  return at < 0 ? longest.length : at;
}

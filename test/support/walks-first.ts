import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The kill walks take longest, and their files are the smallest, which would be started last. */
export class WalksFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isWalk = ({ moduleId }: TestSpecification) => /kill-walk|random-kills/.test(moduleId);
    return [...sorted.filter(isWalk), ...sorted.filter((file) => !isWalk(file))];
  }
}

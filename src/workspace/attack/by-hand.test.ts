import { describe, expect, test } from "vitest";
import { byCalls } from "../../../test/support/escapes/by-calls.ts";
import { byFiles } from "../../../test/support/escapes/by-files.ts";
import { byGit } from "../../../test/support/escapes/by-git.ts";
import { byRights } from "../../../test/support/escapes/by-rights.ts";
import { runBatch } from "../../../test/support/escapes/run-batch.ts";
import { emptyPlace } from "../../../test/support/git-place.ts";
import { realSandbox } from "../../../test/support/real-sandbox.ts";
import { requires } from "../../../test/support/requires.ts";
import { oneLine } from "../../core/text/one-line.ts";
import { canary, makeTargets } from "./make-targets.ts";

const tables = {
  files: [byFiles, "sh"],
  git: [byGit, "sh"],
  rights: [byRights, "sh"],
  calls: [byCalls, "python"],
} as const;

describe("ways out of the sandbox, written by hand: each is held, and for the reason that it should be", () => {
  test.each(Object.entries(tables))("%s", async (_, [table, language]) => {
    if (language === "python") requires("python");
    const { found } = await realSandbox();
    if (found.kind !== "ready") throw new Error(found.why);
    const targets = await makeTargets(await emptyPlace(), { PATH: process.env.PATH ?? "" });
    try {
      const escapes = table(targets);
      const before = await targets.asText();
      const tried = await runBatch(found.sandbox, targets, escapes, language);
      expect(await targets.asText()).toBe(before);
      expect(JSON.stringify(tried)).not.toContain(canary);
      const wrong = tried.filter(({ through, said }, at) => through || !escapes[at]?.[2].test(said));
      expect(wrong.map(({ name, through, said }) => `${name}${through ? " gets out" : ""}: ${oneLine(said)}`)).toEqual([]);
    } finally {
      await targets.remove();
    }
  });
});

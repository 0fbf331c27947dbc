import { expect, test } from "vitest";
import { policy } from "../../../test/support/plans.ts";
import { heldBy } from "./gate.ts";

test("a commit holds back what the project denies, and what its set-up makes", () => {
  const held = heldBy({
    ...policy,
    write: { deny: ["vendor/"] },
    setup: { run: "make deps", keep: ["node_modules/", ".venv"] },
  });
  const paths = ["vendor/a", ".env", "node_modules/a/b.js", ".venv/x", "src/a.js", ".venvs"];
  expect(paths.map(held)).toEqual(["person", "person", "kept", "kept", undefined, undefined]);
  expect(heldBy(policy)("node_modules/a")).toBeUndefined();
});

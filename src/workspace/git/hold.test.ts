import { expect, test } from "vitest";
import { gitPlace } from "../../../test/support/git-place.ts";

test("the end of a session removes its own branches, and none that a person put below its name", async () => {
  const place = await gitPlace();
  const own = ["huddle/s1/main", "huddle/s1/t1", "huddle/s1/t12"];
  const theirs = ["huddle/s1/mine/main", "huddle/s1/wip/t1", "huddle/s1/t1x", "huddle/s12/main"];
  for (const branch of [...own, ...theirs]) await place.git("branch", branch);
  await place.open().release("refs/heads/huddle/s1");
  const left = await place.git("for-each-ref", "--format=%(refname:short)", "refs/heads/huddle");
  expect(left.split("\n").sort()).toEqual([...theirs].sort());
});

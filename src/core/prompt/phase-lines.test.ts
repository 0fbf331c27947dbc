import { expect, test } from "vitest";
import { Past } from "../../../test/support/past.ts";
import { renderRequest } from "./render-request.ts";

const charter = { system: "rules", coach: "", artifact: "", tools: [] };

function inRefinement(): Past {
  const past = Past.opened();
  past.enters("refinement");
  return past;
}

const reads = (past: Past, loop: string) => JSON.stringify(renderRequest(past.state, loop, charter).messages);

test("two sessions never read each other's words, also where one has none yet", () => {
  const [one, other] = [inRefinement(), inRefinement()];
  one.turn("turn/refinement.1/1", "ada", "Of the one.");
  expect(reads(one, one.turnStarts("turn/refinement.1/2", "bo"))).toContain("Of the one.");
  expect(reads(other, other.turnStarts("turn/refinement.1/1", "ada"))).not.toContain("Of the one.");
  other.turn("turn/refinement.1/1", "ada", "Of the other.");
  expect(reads(other, other.turnStarts("turn/refinement.1/2", "bo"))).not.toContain("Of the one.");
});

test("an older request, asked for after a newer one, is what it was", () => {
  const past = inRefinement();
  past.turn("turn/refinement.1/1", "ada", "First.");
  const loop = past.turnStarts("turn/refinement.1/2", "bo");
  const before = past.state;
  const was = reads(past, loop);
  past.turn("turn/refinement.1/3", "ada", "Second.");
  const newer = past.turnStarts("turn/refinement.1/4", "bo");
  const is = reads(past, newer);
  expect(is).toContain("Second.");
  expect(JSON.stringify(renderRequest(before, loop, charter).messages)).toBe(was);
  expect(reads(past, newer)).toBe(is);
});

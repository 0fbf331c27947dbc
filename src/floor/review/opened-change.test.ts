import { expect, test } from "vitest";
import { emptyState, type State } from "../../core/state/state.ts";
import { appended } from "../../core/text/appended.ts";
import { hasOpened, unreadFaults } from "./opened-change.ts";

const looks = { tool: "read_diff", status: "settled", result: { failed: false } };
const failed = { ...looks, result: { failed: true } };
const open = { ...looks, status: "open" };
const reads = { ...looks, tool: "read_file" };
const judges = { tool: "review_complete", status: "open" };
const sentBack = {
  tool: "review_complete",
  status: "settled",
  result: { failed: true, refused: "unaccepted" },
};
const misfit = { tool: "review_complete", status: "settled", result: { failed: true, refused: "invalid" } };

/** A review in which these calls were made, one list for each reply. */
function reviewed(...loops: readonly (readonly (readonly object[])[])[]): State {
  const asked = loops.map((asks) => ({ asks: appended(asks.map((calls) => ({ reply: { calls } }))) }));
  // Only these fields are read.
  return { ...emptyState, threads: [{ name: "review/t1.1/1", loops: asked }] } as unknown as State;
}

const faults = (state: State) => unreadFaults(state, "review/t1.1/1").map((text) => text.split(".")[0]);
const unopened = ["You have not opened the change"];
const tooEarly = ["You judged in the same reply in which you asked for the change"];

test.each<[what: string, state: State, opened: boolean, told: readonly string[]]>([
  ["looked before", reviewed([[looks], [judges]]), true, []],
  ["looked in an earlier loop", reviewed([[looks]], [[judges]]), true, []],
  ["looked among other things", reviewed([[reads, looks, failed], [judges]]), true, []],
  ["did not look", reviewed([[judges]]), false, unopened],
  ["looked at something else", reviewed([[reads], [judges]]), false, unopened],
  ["could not look", reviewed([[failed], [judges]]), false, unopened],
  ["looks beside its verdict", reviewed([[looks, judges]]), false, tooEarly],
  ["cannot look beside its verdict", reviewed([[failed, judges]]), false, unopened],
  ["looks while it judges", reviewed([[open, judges]]), false, unopened],
  ["was sent back before", reviewed([[sentBack], [judges]]), false, []],
  ["was sent back before, and looks beside its verdict", reviewed([[sentBack], [looks, judges]]), false, []],
  ["was sent back for another reason", reviewed([[misfit], [judges]]), false, unopened],
  ["has said nothing", reviewed(), false, unopened],
])("a reviewer who %s", (_, state, opened, told) => {
  expect(hasOpened(state, "review/t1.1/1")).toBe(opened);
  expect(faults(state)).toEqual(told);
});

test("a review that is not there was not opened", () => {
  expect(hasOpened(reviewed([[looks], [judges]]), "review/t1.1/2")).toBe(false);
});

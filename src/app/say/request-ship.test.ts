import { describe, expect, test } from "vitest";
import { instant, Past } from "../../../test/support/past.ts";
import { reviewed } from "../../../test/support/pasts.ts";
import { added, journalOf, refuses } from "../../../test/support/told.ts";
import { requestShip } from "./request-ship.ts";

const now = instant(10_000);

describe("asking to ship", () => {
  test("is recorded when everything is reviewed", async () => {
    const journal = await journalOf(reviewed());
    expect(await added(journal, requestShip(journal, { onto: "trunk", how: "fast-forward" }, now))).toEqual([
      { actor: "human", event: { type: "ship.requested", onto: "trunk", how: "fast-forward" } },
    ]);
    await refuses(
      journal,
      requestShip(journal, { onto: "other", how: "branch" }, now),
      "Huddle is already shipping this onto trunk",
    );
  });

  test("is possible again where it got stuck", async () => {
    const past = reviewed();
    const { seq } = past.human({ type: "ship.requested", onto: "trunk", how: "fast-forward" });
    past.fails(`ship@${seq}`);
    const journal = await journalOf(past);
    expect(await added(journal, requestShip(journal, { onto: "other", how: "branch" }, now))).toMatchObject([
      { event: { type: "ship.requested", onto: "other" } },
    ]);
  });

  test("is refused before the last review, and after it was shipped", async () => {
    const early = await journalOf(Past.opened().reaches("implementation"));
    await refuses(
      early,
      requestShip(early, { onto: "trunk", how: "branch" }, now),
      "There is nothing to ship yet",
    );
    const past = reviewed();
    past.harness({
      type: "session.shipped",
      onto: "trunk",
      how: "branch",
      was: null,
      commit: "c",
      effect: "e",
    });
    const late = await journalOf(past);
    await refuses(
      late,
      requestShip(late, { onto: "trunk", how: "branch" }, now),
      "Already shipped as the new branch trunk.",
    );
  });
});

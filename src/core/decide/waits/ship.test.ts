import { expect, test } from "vitest";
import { reviewed } from "../../../../test/support/pasts.ts";
import { answerShip, shipWaits } from "./ship.ts";

test("what is done waits to be shipped until a person has said where it goes", () => {
  const past = reviewed();
  const wait = { kind: "ship" as const, id: "p7", since: 7 };
  expect(shipWaits(past.state, undefined)).toEqual([]);
  expect(shipWaits(past.state, 7)).toEqual([wait]);
  const answer = { kind: "ship" as const, onto: "trunk", how: "branch" as const };
  expect(answerShip({ wait, answer, at: past.state, first: 9 })).toEqual([
    { actor: "human", event: { type: "ship.requested", onto: "trunk", how: "branch" } },
  ]);
  past.human({ type: "ship.requested", onto: "trunk", how: "branch" });
  expect(shipWaits(past.state, 7)).toEqual([]);
});

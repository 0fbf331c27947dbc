import { describe, expect, test } from "vitest";
import { Past } from "../../../../test/support/past.ts";
import { planned, seat, team } from "../../../../test/support/plans.ts";
import type { Seat } from "../../terms/policy.ts";
import { reviewerFor } from "./reviewer-for.ts";

const three: readonly Seat[] = [...team, seat("cy")];
const ids = ["t1", "t2", "t3", "t4"];

/** Tasks of ada, bo, cy and ada, built and waiting for their reviews. */
function built(seats: readonly Seat[] = three, by: "architect" | "peers" = "peers"): Past {
  const past = Past.opened({ seats, policy: { review: { by } } });
  past.reaches(
    "implementation",
    ids.map((id) => planned(id)),
  );
  for (const [index, id] of ids.entries()) {
    past.harness({
      type: "task.assigned",
      task: id,
      seat: ["ada", "bo", "cy", "ada"][index] ?? "",
      why: "so",
    });
    for (const trigger of ["dispatched", "ready", "done", "passed"] as const) past.moves(id, trigger);
  }
  return past;
}

const reviewers = ({ state }: Past) =>
  ids.flatMap((id) => (state.tasks[id] ? [reviewerFor(state, state.tasks[id])?.id] : []));

const given = (past: Past, task: string, who: string, verdict: "approved" | "changes") => {
  past.add(who, { type: "review.given", task, seat: who, commit: "c", verdict, feedback: "so" });
  past.moves(task, verdict);
};

describe("who reviews a task", () => {
  test("the architect, or a peer: never the author, and all of them equally often", () => {
    expect(reviewers(built(three, "architect"))).toEqual([
      "architect",
      "architect",
      "architect",
      "architect",
    ]);
    expect(reviewers(built())).toEqual(["bo", "ada", "ada", "cy"]);
  });

  test("whoever has begun a review ends it, whatever others do meanwhile", () => {
    const past = built();
    const before = reviewers(past);
    past.threadOpens("review/t4.1/1", "cy", "review", "t4");
    expect(reviewers(past)[3]).toBe("cy");
    past.threadOpens("review/t3.1/1", "bo", "review", "t3");
    expect(reviewers(past)).toEqual([before[0], "ada", "bo", "cy"]);
  });

  test("reviews that were given count, and a second one goes to who asked for changes", () => {
    const past = built();
    given(past, "t1", "cy", "changes");
    for (const trigger of ["done", "passed"] as const) past.moves("t1", trigger);
    expect(reviewers(past)[0]).toBe("cy");
    given(past, "t4", "bo", "approved");
    expect(past.state.session.reviewsBy).toEqual({ cy: 1, bo: 1 });
    expect(reviewers(past).slice(1, 3)).toEqual(["ada", "ada"]);
  });

  test("without another engineer who can look at code, the architect", () => {
    const alone = team.map((one) => (one.id === "bo" ? { ...one, textOnly: true } : one));
    const past = built(alone);
    past.harness({ type: "task.assigned", task: "t2", seat: "ada", why: "so" });
    expect(reviewers(past).slice(0, 2)).toEqual(["architect", "architect"]);
  });

  test("is wanted from the same member by the runner", () => {
    const steps = built()
      .decided()
      .steps.flatMap((step) => (step.kind === "review" ? [step.seat] : []));
    expect(steps).toEqual(["bo", "ada", "ada", "cy"]);
  });
});

import { expect, test } from "vitest";
import { Past } from "../../../../test/support/past.ts";
import { planned, seat } from "../../../../test/support/plans.ts";
import type { PlannedTask } from "../../terms/artifacts.ts";
import type { Seat } from "../../terms/policy.ts";
import { speakingOrder } from "./speaking-order.ts";

const names = ["ada", "bo", "cy", "di"];

interface Built {
  readonly tasks: readonly PlannedTask[];
  readonly owners: readonly string[];
  /** Left out: all. */
  readonly landed?: readonly string[];
  readonly seats?: readonly Seat[];
}

function ordered({ tasks, owners, landed = tasks.map(({ id }) => id), seats }: Built): string {
  const past = Past.opened({ seats: seats ?? names.map((id) => seat(id)) });
  past.reaches("implementation", tasks, owners);
  for (const task of landed) past.harness({ type: "task.landed", task, was: "w", commit: "c", checks: 1 });
  return speakingOrder(past.state).join(" ");
}

const editing = (id: string, ...files: string[]): PlannedTask => ({ ...planned(id), files });
const alone = ["t1", "t2", "t3"].map((id) => planned(id));

test.each<[string, Built, string]>([
  ["nothing was built: as they sit", { tasks: [], owners: [] }, "ada bo cy di"],
  ["nobody built beside anybody: who wrote none of it", { tasks: alone, owners: names }, "di ada bo cy"],
  [
    "whose task the others build on",
    { tasks: [planned("t1"), planned("t2", "t3"), planned("t3")], owners: ["ada", "bo", "cy"] },
    "bo cy di ada",
  ],
  [
    "whose task builds on two, before those who meet one each",
    { tasks: [planned("t1"), planned("t2"), planned("t3", "t1", "t2")], owners: ["ada", "bo", "di"] },
    "di ada bo cy",
  ],
  [
    "a file in common, however it is written",
    { tasks: [planned("t1"), editing("t2", "a.js"), editing("t3", "./a.js")], owners: ["ada", "cy", "di"] },
    "cy di bo ada",
  ],
  [
    "two tasks of the same engineer are not beside each other",
    { tasks: [editing("t1", "a.js"), editing("t2", "a.js")], owners: ["ada", "ada"] },
    "bo cy di ada",
  ],
  [
    "who wrote less, of two who built beside as much",
    { tasks: [planned("t1"), planned("t2", "t1"), planned("t3")], owners: ["ada", "bo", "ada"] },
    "bo ada cy di",
  ],
  [
    "what did not land counts for nobody",
    { tasks: [planned("t1"), planned("t2", "t1")], owners: ["ada", "bo"], landed: ["t1"] },
    "bo cy di ada",
  ],
  [
    "who cannot read the change comes last",
    {
      tasks: [planned("t1"), planned("t2", "t1")],
      owners: ["ada", "bo"],
      seats: [seat("ada"), { ...seat("bo"), textOnly: true }, seat("cy"), seat("coach", "coach")],
    },
    "ada cy bo",
  ],
])("%s", (_, built, order) => {
  expect(ordered(built)).toBe(order);
});

test("after a fix, those speak first whose tasks it meets, whenever these landed", () => {
  const past = Past.opened({ seats: names.map((id) => seat(id)) });
  const first = [planned("t1"), planned("t2"), planned("t3", "t2")];
  past.reaches("implementation", first, ["ada", "bo", "cy"]);
  for (const { id } of first)
    past.harness({ type: "task.landed", task: id, was: "w", commit: "c", checks: 1 });
  past.enters("code-review");
  past.accepts(past.submits("findings", { summary: "", findings: [] }));
  past.harness({ type: "tasks.planned", tasks: [...first, planned("t4", "t2")], from: "a1" });
  past.human({ type: "task.assigned", task: "t4", seat: "di", why: "" });
  past.harness({ type: "task.landed", task: "t4", was: "w", commit: "c", checks: 1 });
  expect(speakingOrder(past.state).join(" ")).toBe("bo ada cy di");
});

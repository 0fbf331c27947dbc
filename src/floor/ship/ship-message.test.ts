import { describe, expect, test } from "vitest";
import { Past } from "../../../test/support/past.ts";
import { planned } from "../../../test/support/plans.ts";
import { squashMessage } from "./ship-message.ts";

function landed(...titles: readonly string[]) {
  const plans = titles.map((title, index) => ({ ...planned(`t${index + 1}`), title }));
  const past = Past.opened().reaches("implementation", plans, ["ada", "bo"]);
  for (const { id } of plans) {
    past.harness({ type: "task.landed", task: id, was: "base", commit: `c${id}`, checks: 1 });
    past.lands(id);
  }
  return past.state;
}

const none = { subjects: [], template: "" };
const first = (message: string) => message.split("\n")[0];

describe("the message of one commit for all", () => {
  test("lists several tasks below the title, with trailers that name them all", () => {
    expect(squashMessage(landed("Read it", "Write it"), none)).toBe(
      "Twice\n\n- t1 Read it\n- t2 Write it\n\nHuddle-Task: t1, t2\nHuddle-Engineer: ada, bo\nHuddle-Requirements: r1\nHuddle-Session: Twice\n",
    );
  });

  test("is the one task's own, without saying it twice", () => {
    expect(first(squashMessage(landed("Read it"), none))).toBe("done");
  });

  test.each([
    ["feat: done", ["feat: a", "fix(cli): b", "docs!: c", "plain"]],
    ["done", ["feat: a", "fix: b", "Add c", "Add d"]],
    ["done", ["feat: a", "feat: b"]],
  ])("follows the project's manner: %s", (subject, subjects) => {
    expect(first(squashMessage(landed("Read it"), { subjects, template: "" }))).toBe(subject);
  });

  test("has what the template asks for above the trailers, and takes the person's own words as they are", () => {
    const state = landed("Read it");
    const message = squashMessage(state, { subjects: [], template: "Ticket: none" });
    expect(message).toContain("\n\nTicket: none\n\nHuddle-Task: t1\n");
    expect(first(squashMessage(state, none, "Mine, all mine"))).toBe("Mine, all mine");
  });
});

import { describe, expect, test } from "vitest";
import { closed, refined } from "../../../test/support/pasts.ts";
import { added, journalOf, refuses } from "../../../test/support/told.ts";
import { say } from "./say.ts";
import { setPace } from "./set-pace.ts";

describe("saying something", () => {
  test("is a message by the person, trimmed, to whom it was addressed", async () => {
    const journal = await journalOf(refined());
    expect(await added(journal, say(journal, "  Be brief. \n", { to: ["ada"] }))).toEqual([
      { actor: "human", event: { type: "message.posted", text: "Be brief.", to: ["ada"] } },
    ]);
    expect(await added(journal, say(journal, "To all."))).toEqual([
      { actor: "human", event: { type: "message.posted", text: "To all." } },
    ]);
  });

  test("nothing, to nobody, or when it is over is refused", async () => {
    const journal = await journalOf(refined());
    await refuses(journal, say(journal, " \n"), "The message is empty.");
    await refuses(
      journal,
      say(journal, "x", { to: ["ada", "zed"] }),
      "There is nobody called zed. The team: ada, bo, coach, architect.",
    );
    const ended = await journalOf(closed());
    await refuses(ended, say(ended, "x"), "This session is over. Start another with: huddle new");
  });
});

test("a pace that is already set is not recorded again", async () => {
  const journal = await journalOf(refined());
  expect(await added(journal, setPace(journal, "auto", "--auto"))).toMatchObject([
    { actor: "human", event: { type: "policy.changed", patch: { pace: "auto" }, why: "--auto" } },
  ]);
  expect(await added(journal, setPace(journal, "auto", "--auto"))).toEqual([]);
});

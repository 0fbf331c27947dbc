import { describe, expect, test } from "vitest";
import { Past } from "../../../test/support/past.ts";
import { asked, closed, refined, reviewed, submitted } from "../../../test/support/pasts.ts";
import { added, journalOf, refuses } from "../../../test/support/told.ts";
import { advance } from "./advance.ts";

describe("moving on", () => {
  test("accepts what waits to be accepted", async () => {
    const { past, id } = submitted();
    const journal = await journalOf(past);
    expect(await added(journal, advance(journal))).toMatchObject([
      { event: { type: "artifact.settled", artifact: id, verdict: "accepted" } },
    ]);
  });

  test("asks for the artifact where there is none yet, once", async () => {
    const journal = await journalOf(refined());
    expect(await added(journal, advance(journal))).toEqual([
      {
        actor: "human",
        event: { type: "phase.signalled", summary: "The product manager wants to move on." },
      },
    ]);
    expect(await added(journal, advance(journal))).toEqual([]);
  });

  test.each<[what: string, past: () => Past, words: RegExp]>([
    ["before it began", () => Past.opened(), /has not begun\. Type: huddle run/],
    [
      "with a question open",
      () => asked([]).past,
      /A question waits for you first\. Type: huddle reply q\d+ "…"/,
    ],
    [
      "while building",
      () => Past.opened().reaches("implementation"),
      /Building ends when all tasks have landed/,
    ],
    [
      "from a phase that is done",
      () => {
        const { past, id } = submitted();
        past.accepts(id);
        return past;
      },
      /already done\. Type: huddle run/,
    ],
    ["from the last phase", reviewed, /Everything is reviewed\. Type: huddle ship/],
    ["when it is over", closed, /This session is over/],
  ])("%s is refused", async (_, past, words) => {
    const journal = await journalOf(past());
    await refuses(journal, advance(journal), words);
  });
});

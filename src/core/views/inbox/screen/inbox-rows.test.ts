import { describe, expect, test } from "vitest";
import { bareRows, expectHarmless, hostileTexts } from "../../../../../test/support/harmless-rows.ts";
import { needsYes, waitingCases } from "../../../../../test/support/waiting.ts";
import { localTimes } from "../../../../cli/print/local-time.ts";
import { painter } from "../../rows/theme.ts";
import { inboxOf } from "../inbox.ts";
import { parseAnswer } from "../words-of.ts";
import {
  damagedRows,
  type InboxEntry,
  type InboxLayout,
  inboxRows,
  itemRows,
  offerRows,
} from "./inbox-rows.ts";
import { offerAct } from "./offers.ts";

const layout = (width: number, height: number, colour = false): InboxLayout => ({
  width,
  height,
  paint: painter(colour),
  times: localTimes,
  now: "2026-01-05T10:00:00.000Z",
});

function entriesOf(past: ReturnType<(typeof waitingCases)[number]["past"]>): readonly InboxEntry[] {
  return inboxOf(past.state, past.now).map((item) => ({ session: "parser", item, estimate: [] }));
}

const all = waitingCases.flatMap(({ past }) => entriesOf(past()));
const sizes = [
  [80, 24],
  [160, 45],
  [240, 70],
] as const;

test("a row for each, with its session; whichever is selected is seen", () => {
  for (const [width, height] of sizes)
    for (const selected of all.keys()) {
      const rows = inboxRows(all, selected, layout(width, height));
      expect(rows.length).toBeLessThanOrEqual(height);
      expect(rows.filter((row) => row.startsWith(`▸ ${all[selected]?.item.id} `))).toHaveLength(1);
      expectHarmless(rows, width);
    }
  expect(inboxRows([], 0, layout(80, 24))).toEqual(["Nothing waits for you."]);
});

test("an approval is shown in full, with the whole hash of what a yes allows", () => {
  const [entry] = entriesOf(needsYes({ action: "write", risk: "raised", paths: ["db/1.sql"] }));
  if (!entry) throw new Error("nothing waits");
  const text = `${entry.item.text}\ndb/1.sql (new file)\n+ drop table users;\n- old`;
  const shown = { ...entry, item: { ...entry.item, text } };
  expect(itemRows(shown, layout(80, 24))).toEqual([
    "ada needs your yes to write db/1.sql, for t1",
    "parser · t1, working, ada",
    "",
    "Why you are asked: it asks first.",
    "Risk: raised. What you approve: h1.",
    "db/1.sql (new file)",
    "+ drop table users;",
    "- old",
    "",
    "A yes allows exactly this, and once: h1",
  ]);
  const coloured = itemRows(shown, layout(80, 24, true));
  expect(coloured).toContain("\u001b[32m+ drop table users;\u001b[0m");
});

test("what ends by itself says when, and how long that is", () => {
  const dueAt = "2026-01-05T10:01:30.000Z";
  const [entry] = entriesOf(needsYes({ action: "write", risk: "raised", paths: ["a"], dueAt }));
  const rows = entry ? itemRows(entry, layout(200, 24)) : [];
  expect(rows[0]).toMatch(/without an answer, it is a no at 2026-01-05 .*\(in 1 min 30 s\)$/);
});

describe("offers", () => {
  test.each(waitingCases)(
    "of $name: one is sent as it is, or begins a line that answers",
    ({ past: made }) => {
      const past = made();
      const [wait] = past.decided().waits;
      const [entry] = entriesOf(past);
      if (!wait || !entry) throw new Error("nothing waits");
      const rows = offerRows(entry.item, 0, layout(80, 24));
      expect(rows).toHaveLength(entry.item.offers.length);
      expectHarmless(rows, 80);
      for (const [index, offer] of entry.item.offers.entries()) {
        expect(rows[index]?.slice(2)).toMatch(new RegExp(`^${index + 1} {2}\\S`));
        const act = offerAct(offer);
        if (act.kind === "send")
          expect(wait && parseAnswer(wait, "typed" in offer ? offer.typed : "")).toEqual(act.answer);
        if (act.kind === "type") {
          expect(act.begins).not.toMatch(/["<>…]/);
          const filled = {
            words: "be brief",
            turns: "4",
            micros: "5",
            tokens: "5000",
            seat: "",
            model: "a/b",
          };
          const blank = "blank" in offer && offer.blank ? filled[offer.blank] : "";
          expect(parseAnswer(wait, `${act.begins}${blank}`), act.begins).toMatchObject({
            kind: "answer" in offer ? offer.answer.kind : "",
          });
        }
      }
    },
  );
});

test.each(hostileTexts)("%j cannot leave its place, whoever says it", (text) => {
  const [entry] = entriesOf(needsYes({ action: "write", risk: "raised", paths: [text] }));
  if (!entry) throw new Error("nothing waits");
  const item = {
    ...entry.item,
    title: text,
    text: `Why: ${text}`,
    approves: text,
    offers: [{ command: text }, { command: text, label: text }],
  };
  const hostile: InboxEntry = { session: text, item, estimate: [text] };
  for (const [width, height] of sizes) {
    const at = layout(width, height, true);
    expectHarmless(inboxRows([hostile, entry], 1, at), width);
    expectHarmless(itemRows(hostile, at), width);
    expectHarmless(offerRows(item, 0, at), width);
    expectHarmless(damagedRows([{ session: text, damage: text }], width), width);
    expect(bareRows(inboxRows([hostile, entry], 1, at))).toHaveLength(2);
  }
});

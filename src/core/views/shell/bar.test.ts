import { expect, test } from "vitest";
import { atInterface } from "../../../../test/support/at-interface.ts";
import { Past } from "../../../../test/support/past.ts";
import { scope } from "../../../../test/support/plans.ts";

test.each([60, 80, 81, 100, 104, 120, 240])(
  "at %i columns the bar fits, names what is seen, and says what waits",
  async (columns) => {
    const past = Past.opened().reaches("refinement");
    past.signals();
    const at = await atInterface(past, { columns });
    for (const [key, title] of [
      ["\u001b1", "1 Home"],
      ["\u001b2", "2 Room"],
      ["\u001b9", "9 Settings"],
    ] as const) {
      at.press(key);
      expect(at.rows()[0]).toContain(title);
    }
    past.submits("scope", scope);
    at.catchUp();
    const bar = at.rows()[0] ?? "";
    expect(bar).toContain("9 Settings");
    expect(bar).toMatch(/● 1( needs you)?$/);
    expect(bar.length).toBeLessThanOrEqual(columns);
  },
);

test("where there is room, the bar names the session, and otherwise the last hints of a screen are left out", async () => {
  const past = Past.opened();
  const wide = await atInterface(past, { columns: 120 });
  expect(wide.rows()[0]).toMatch(/Twice$/);
  const narrow = await atInterface(past, { columns: 60 });
  for (const at of [wide, narrow]) {
    at.press("\u001b2");
    expect(at.rows().at(-1)).toMatch(/Ctrl-K find · F1 keys · Ctrl-C leave$/);
  }
});

import { expect, test } from "vitest";
import { MemoryLog } from "../../../test/support/memory-journal.ts";
import { Past } from "../../../test/support/past.ts";
import { setWindows } from "./set-windows.ts";

test("10.25: windows are facts before they count, are recorded once, and what is unknown now stays", async () => {
  const journal = new MemoryLog(() => "2027-01-01T00:00:00.000Z").journal();
  const [opened] = Past.opened().facts;
  await journal.append(() =>
    opened?.event.type === "session.opened" ? [{ ...opened, event: opened.event }] : undefined,
  );
  const recorded = () => journal.state().session.policy.windows;
  await setWindows(journal, {});
  await setWindows(journal, { elsewhere: 9_000 });
  expect(recorded()).toBeUndefined();
  await setWindows(journal, { scripted: 4_096 });
  const { head } = journal.state();
  await setWindows(journal, { scripted: 4_096 });
  await setWindows(journal, {});
  expect(journal.state().head).toBe(head);
  expect(recorded()).toEqual({ scripted: 4_096 });
  await setWindows(journal, { scripted: 8_192 });
  expect(recorded()).toEqual({ scripted: 8_192 });
});

import { render } from "ink-testing-library";
import { afterEach, expect, test } from "vitest";
import { realClock } from "../../test/support/plain.ts";
import type { Door } from "../app/door/door.ts";
import { KeyReader } from "../core/views/line/keys.ts";
import { painter } from "../core/views/rows/theme.ts";
import { FrameSource } from "./frame-source.ts";
import { FrameView } from "./frame-view.tsx";
import { type Ended, Interface } from "./interface.ts";

let unmount = () => {};
afterEach(() => unmount());

/** The interface in a terminal of 80 × 24 without sessions. */
function opened(columns = 80) {
  const door: Door = {
    clock: realClock,
    times: { time: (at) => at, dateAndTime: (at) => at },
    read: async () => ({ kind: "failed", why: "There is no repository here." }),
    changes: () => "never",
    meant: async () => undefined,
    open: async () => ({ kind: "refused", why: "There is no such session." }),
    perform: async () => ({ kind: "done" }),
  };
  const ended: Ended[] = [];
  const face = new Interface({
    door,
    paint: painter(false),
    size: () => ({ columns, rows: 23 }),
    changed: () => source.draw(),
    redraw: () => {},
    end: (one) => ended.push(one),
  });
  const source: FrameSource = new FrameSource(
    () => face.frame(),
    () => 0,
  );
  source.draw();
  const shown = render(<FrameView source={source} />);
  unmount = shown.unmount;
  const keys = new KeyReader();
  return {
    ended,
    press: (text: string) => face.press(keys.read(text)),
    frame: () => shown.lastFrame() ?? "",
  };
}

test("the bar names the screens, at 80 columns the others by number, and a number shows one", async () => {
  const { frame, press } = opened();
  expect(frame().split("\n")).toHaveLength(23);
  expect(frame()).toMatch(/^ 1 Home {2}2 {2}3 /);
  expect(opened(120).frame()).toMatch(/^ 1 Home {2}2 Room {2}3 Board/);
  press("2");
  await expect.poll(frame).toContain("No session is open here.");
});

test("? shows the keys, and Escape closes them", async () => {
  const { frame, press } = opened();
  press("?");
  await expect.poll(frame).toContain("finds anything that can be done here");
  press("\u001b");
  await expect.poll(frame).not.toContain("finds anything that can be done here");
});

test("Ctrl-K finds what can be done by a part of its words", async () => {
  const { frame, press } = opened();
  press("\u000b");
  press("room");
  await expect.poll(frame).toContain("Alt-2");
  press("\r");
  await expect.poll(frame).toContain("No session is open here.");
});

test("Ctrl-C leaves", async () => {
  const { ended, press } = opened();
  press("\u0003");
  await expect.poll(() => ended).toEqual([{}]);
});

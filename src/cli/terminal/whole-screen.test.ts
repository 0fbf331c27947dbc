import { EventEmitter } from "node:events";
import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { WholeScreen } from "./whole-screen.ts";

const enters = "\u001b[?1049h";
const leaves = "\u001b[?1049l";

function opened() {
  const process = new EventEmitter();
  const written: string[] = [];
  const stdin = Object.assign(new PassThrough(), { setRawMode: () => {} });
  const stdout = Object.assign(new EventEmitter(), { write: (text: string) => void written.push(text) });
  const heard: string[] = [];
  // They have all that it uses of them.
  const screen = new WholeScreen(stdin as never, stdout as never, false, process);
  screen.begin({
    keys: (keys) => heard.push(...keys.map(({ name }) => name)),
    resized: () => heard.push("resized"),
    hold: () => heard.push("hold"),
    release: () => heard.push("release"),
  });
  const count = (what: string) => written.join("").split(what).length - 1;
  return { screen, process, stdin, stdout, heard, count, listening: () => process.eventNames().length };
}

test.each(["exit", "uncaughtExceptionMonitor"] as const)(
  "on %s the terminal is given back, once",
  (event) => {
    const { screen, process, count, listening } = opened();
    expect(count(enters)).toBe(1);
    process.emit(event);
    expect(count(leaves)).toBe(1);
    process.emit("exit");
    screen.end();
    expect(count(leaves)).toBe(1);
    expect(listening()).toBe(0);
  },
);

test("another program gets the terminal for a while, and no key of it is heard", async () => {
  const { screen, stdin, heard, count } = opened();
  stdin.write("\r");
  await screen.aside(async () => {
    expect(count(leaves)).toBe(1);
    stdin.write("x");
    expect(heard).toEqual(["enter", "hold"]);
    stdin.read();
  });
  expect(count(enters)).toBe(2);
  expect(heard).toEqual(["enter", "hold", "release"]);
  screen.end();
  expect(await screen.aside(async () => "at once")).toBe("at once");
  expect(count(enters)).toBe(2);
});

test("a terminal of another size is told", () => {
  const { screen, stdout, heard } = opened();
  stdout.emit("resize");
  screen.end();
  stdout.emit("resize");
  expect(heard).toEqual(["resized"]);
});

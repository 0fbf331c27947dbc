import { execFileSync } from "node:child_process";
import {
  mkdir,
  open as openFile,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { saying, temporaryFolder, texts, tickingNow } from "../../test/support/log-fixtures.ts";
import type { SessionStore } from "../core/ports/sessions.ts";
import { openSessionStore } from "./session-store.ts";

async function store(): Promise<{ root: string; sessions: SessionStore; again: SessionStore }> {
  const root = await temporaryFolder();
  const options = { now: tickingNow(), temporary: root, program: "test" };
  return { root, sessions: openSessionStore(root, options), again: openSessionStore(root, options) };
}

async function open(sessions: SessionStore, id: string) {
  const files = await sessions.open(id);
  onTestFinished(() => files.close());
  return files;
}

test("a session is a folder below the git folder, with its log", async () => {
  const { root, sessions, again } = await store();
  expect(await sessions.list()).toEqual([]);
  expect(await sessions.create("calculator")).toBe("calculator");
  const files = await open(sessions, "calculator");
  expect(files).toMatchObject({ id: "calculator", folder: join(root, "huddle/sessions/calculator") });
  await files.journal.append(saying("hi"));
  expect(await readdir(files.folder)).toEqual(["log.jsonl"]);
  expect(texts((await open(again, "calculator")).journal.state())).toEqual(["hi"]);
  expect(await again.check("calculator")).toMatchObject({ counted: 1 });
});

test("a name that is taken gets a number, also when many ask at once", async () => {
  const { sessions } = await store();
  const made = await Promise.all(Array.from({ length: 5 }, () => sessions.create("todo")));
  expect(made.toSorted()).toEqual(["todo", "todo-2", "todo-3", "todo-4", "todo-5"]);
});

test("lists the oldest first, by the first fact, and those without one by their folder", async () => {
  const { root, sessions } = await store();
  for (const id of ["c", "a", "b"]) {
    await sessions.create(id);
    await (await open(sessions, id)).journal.append(saying("hi"));
  }
  await sessions.create("killed");
  await utimes(join(root, "huddle/sessions/killed"), new Date("2020-01-01"), new Date("2020-01-01"));
  await writeFile(join(root, "huddle/sessions/stray"), "");
  await mkdir(join(root, "huddle/sessions/.hidden"));
  expect(await sessions.list()).toEqual(["killed", "c", "a", "b"]);
});

test("a session whose maker was killed before the first fact opens as an empty one", async () => {
  const { sessions } = await store();
  await sessions.create("killed");
  expect(await sessions.check("killed")).toMatchObject({ lines: 0 });
  const files = await open(sessions, "killed");
  expect(files.journal.state().head).toBe(0);
  expect(await files.journal.append(saying("hi"))).toMatchObject({ kind: "done" });
});

test("a missing session is a fault that names those there are", async () => {
  const { sessions } = await store();
  await expect(sessions.open("x")).rejects.toMatchObject({
    code: "session.missing",
    message: expect.stringMatching(/huddle new/),
  });
  await sessions.create("one");
  await sessions.create("two");
  await expect(sessions.open("x")).rejects.toThrow(/no session x\. .*two, one/);
  await expect(sessions.open("../sessions/one")).rejects.toMatchObject({ code: "session.missing" });
  await expect(sessions.check("..")).rejects.toMatchObject({ code: "session.missing" });
  await expect(sessions.open("n".repeat(256))).rejects.toMatchObject({ code: "session.missing" });
  await expect(sessions.create("a/b")).rejects.toMatchObject({ code: "usage" });
});

test("a session that cannot be looked at is not taken for a missing one", async () => {
  const { root, sessions } = await store();
  await sessions.create("one");
  await symlink("loop", join(root, "huddle/sessions/loop"));
  await expect(sessions.open("loop")).rejects.toMatchObject({ code: "ELOOP" });
  await writeFile(join(root, "huddle/sessions/file"), "");
  await expect(sessions.open("file")).rejects.toMatchObject({ code: "session.missing" });
});

test("a name is one name, and not hidden", async () => {
  const { sessions } = await store();
  for (const bad of ["", "a/b", "a\\b", "a\0b", ".a", ".", ".."]) {
    await expect(sessions.create(bad)).rejects.toThrow(`"${bad}" cannot be the name of a session.`);
    await expect(sessions.open(bad)).rejects.toMatchObject({ code: "session.missing" });
  }
  expect(await sessions.create("a.b c")).toBe("a.b c");
});

test("a name that something else has keeps others out: it is asked about before a folder is made", async () => {
  const { root, sessions } = await store();
  await sessions.create("todo");
  const asked: string[] = [];
  const made = await sessions.create("todo", async (name) => void asked.push(name));
  expect([made, asked]).toEqual(["todo-2", ["todo-2"]]);
  const refused = async () => {
    throw new Error("a branch is in the way");
  };
  await expect(sessions.create("other", refused)).rejects.toThrow("a branch is in the way");
  expect(await readdir(join(root, "huddle/sessions"))).toEqual(["todo", "todo-2"]);
  // Refused because another process has just made a session of that name.
  const taken = await sessions.create("late", async (name) => {
    if (name !== "late") return;
    await mkdir(join(root, "huddle/sessions/late"));
    throw new Error("its branches are there");
  });
  expect(taken).toBe("late-2");
});

test("sessions that began at the same time are listed by name", async () => {
  const { root, sessions } = await store();
  const at = new Date("2020-01-01");
  for (const id of ["b", "c", "a"]) {
    await sessions.create(id);
    await utimes(join(root, "huddle/sessions", id), at, at);
  }
  expect(await sessions.list()).toEqual(["a", "b", "c"]);
});

test("a session that was closed is listed from its card, and its log is not read", async () => {
  const { sessions, again } = await store();
  const log = await talked(sessions);
  const card = await again.card("todo");
  expect(card).toMatchObject({ events: 1, waits: [] });
  await writeFile(log, "x".repeat((await stat(log)).size)); // as long as it was
  expect(await again.card("todo")).toEqual(card);
});

test.each<[why: string, change: (card: string) => Promise<void>]>([
  [
    "another program wrote it",
    async (card) => writeFile(card, (await readFile(card, "utf8")).replace("test", "old")),
  ],
  ["it is no JSON", (card) => writeFile(card, '{"program":"te')],
  ["it is empty", (card) => writeFile(card, "")],
])("a card is made again from the log when %s", async (_why, change) => {
  const { sessions, again } = await store();
  const card = join(await talked(sessions), "../card.json");
  const before = await readFile(card, "utf8");
  await change(card);
  expect(await again.card("todo")).toMatchObject({ events: 1 });
  expect(await readFile(card, "utf8")).toBe(before);
});

test("a card is older than a log that somebody appended to, also while that session is open", async () => {
  const { sessions, again } = await store();
  await talked(sessions);
  const files = await open(again, "todo");
  await files.journal.append(saying("more"));
  expect(await sessions.card("todo")).toMatchObject({ events: 2 });
  await files.journal.append(saying("and more"));
  expect(await sessions.card("todo")).toMatchObject({ events: 3 });
});

test("a session without its first fact has a card, and none is kept", async () => {
  const { root, sessions } = await store();
  await sessions.create("todo");
  expect(await sessions.card("todo")).toMatchObject({ opened: false, events: 0 });
  expect(await readdir(join(root, "huddle/sessions/todo"))).not.toContain("card.json");
});

/** Makes the session `todo`, says something in it and closes it. Gives the path of its log. */
async function talked(sessions: SessionStore): Promise<string> {
  const files = await sessions.open(await sessions.create("todo"));
  await files.journal.append(saying("hi"));
  await files.close();
  return join(files.folder, "log.jsonl");
}

/** A session that has begun, closed again, with the path of its log. */
async function begun(words: readonly string[] = ["one", "two", "three"]) {
  const { root, sessions, again } = await store();
  await sessions.create("calculator");
  const files = await sessions.open("calculator");
  for (const each of words) await files.journal.append(saying(each));
  await files.close();
  return { sessions: again, path: join(root, "huddle/sessions/calculator/log.jsonl") };
}

const utf16 = (text: string, mark: string) => Buffer.from(mark + text, "utf16le");

test.each([
  ["empty", () => Buffer.alloc(0), /the file is empty, but the session had begun: there is card\.json/],
  ["UTF-16 with its mark", (text: string) => utf16(text, "\ufeff"), /line 1: the file is UTF-16/],
  ["UTF-16 without its mark", (text: string) => utf16(text, ""), /line 1: the file is UTF-16/],
  ["UTF-16, high byte first", (text: string) => utf16(text, "\ufeff").swap16(), /line 1: the file is UTF-16/],
  ["zeros", (text: string) => Buffer.alloc(text.length + 1), /only zero bytes/],
  ["empty lines", () => Buffer.from("\n\n\n"), /not a log of Huddle/],
  ["other words", () => Buffer.from("Dear diary\n"), /not a log of Huddle/],
  ["without its first byte", (text: string) => Buffer.from(text.slice(1)), /damaged at line/],
])("10.20: a log that is %s is damaged, and says where landed work is", async (_, change, reason) => {
  const { sessions, path } = await begun();
  await writeFile(path, change(await readFile(path, "utf8")));
  expect(await sessions.check("calculator")).toHaveProperty("damage");
  const opening = sessions.open("calculator");
  await expect(opening).rejects.toMatchObject({ code: "log.damaged" });
  await expect(opening).rejects.toThrow(reason);
  await expect(opening).rejects.toThrow("on the branch huddle/calculator/main");
  await expect(sessions.card("calculator")).rejects.toMatchObject({ code: "log.damaged" });
});

test("10.20: a log that is gone is damage, and no new one is made in its place", async () => {
  const { sessions, path } = await begun();
  await rm(path);
  await expect(sessions.open("calculator")).rejects.toThrow("the file is gone, but the session had begun");
  await expect(stat(path)).rejects.toMatchObject({ code: "ENOENT" });
});

test("10.20: a first append that was torn anywhere is not damage: the session has not begun", async () => {
  const { path } = await begun(["one"]);
  const whole = await readFile(path);
  for (let size = 0; size < whole.length; size += 1) {
    const { sessions, root } = await store();
    await sessions.create("calculator");
    await writeFile(join(root, "huddle/sessions/calculator/log.jsonl"), whole.subarray(0, size));
    expect(await sessions.check("calculator")).not.toHaveProperty("damage");
    await (await sessions.open("calculator")).close();
  }
});

test("10.20: an end that was cut off is known as long as the log has not outgrown the card beside it", async () => {
  const { sessions, path } = await begun();
  const whole = await readFile(path, "utf8");
  await writeFile(path, whole.slice(0, whole.indexOf("\n") + 1));
  for (const _ of ["once", "again, although it was closed in between"]) {
    const files = await sessions.open("calculator");
    expect(files).toMatchObject({ eventsOnceKnown: 3 });
    await files.close();
    expect(await sessions.check("calculator")).toMatchObject({ counted: 1, eventsOnceKnown: 3 });
  }
  const files = await sessions.open("calculator");
  for (const each of ["four", "five", "six"]) await files.journal.append(saying(each));
  await files.close();
  expect(
    await sessions.open("calculator").then((opened) => opened.close().then(() => opened)),
  ).not.toHaveProperty("eventsOnceKnown");
});

test.each(["open", "check"] as const)(
  "10.20: a log that grows while another process looks (%s) is not cut off",
  async (look) => {
    const { sessions, path } = await begun();
    const card = join(path, "../card.json");
    const short = await readFile(path);
    const files = await sessions.open("calculator");
    await files.journal.append(saying("four"));
    await files.close();
    const [grown, kept] = [await readFile(path), await readFile(card)];
    await writeFile(path, short);
    await rm(card);
    execFileSync("mkfifo", [card]);
    const looking = sessions[look]("calculator");
    const pipe = await openFile(card, "w"); // waits until the card is read
    await writeFile(path, grown);
    await pipe.writeFile(kept);
    await pipe.close();
    const found = await looking;
    await rm(card);
    if ("close" in found) await found.close();
    expect(found).not.toHaveProperty("eventsOnceKnown");
  },
);

test("10.21: a log that cannot be opened has a reason, and lists go on", async () => {
  const { sessions, path } = await begun();
  await rm(path);
  await mkdir(path);
  expect(await sessions.list()).toEqual(["calculator"]);
  expect(await sessions.check("calculator")).toHaveProperty("damage");
  await expect(sessions.open("calculator")).rejects.toMatchObject({
    code: "log.unreadable",
    message: expect.stringContaining("it is a folder"),
  });
});

import { mkdir, readdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { saying, temporaryFolder, texts, tickingNow } from "../../test/support/log-fixtures.ts";
import { noPoint } from "../core/ports/processes.ts";
import type { SessionStore } from "../core/ports/sessions.ts";
import { openSessionStore } from "./session-store.ts";

async function store(): Promise<{ root: string; sessions: SessionStore; again: SessionStore }> {
  const root = await temporaryFolder();
  const options = { now: tickingNow(), temporary: root, point: noPoint };
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
  await expect(sessions.open("x")).rejects.toThrow(/no session "x".*one, two/);
  await expect(sessions.open("../sessions/one")).rejects.toMatchObject({ code: "session.missing" });
  await expect(sessions.check("..")).rejects.toMatchObject({ code: "session.missing" });
  await expect(sessions.create("a/b")).rejects.toMatchObject({ code: "usage" });
});

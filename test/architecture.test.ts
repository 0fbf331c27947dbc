import { describe, expect, test } from "vitest";
import { checkSources, sources } from "./support/architecture/check-sources.ts";
import { findViolations } from "./support/architecture/find-violations.ts";
import { roomOf } from "./support/architecture/rules.ts";
import { rules } from "./support/architecture/table.ts";

test("every file keeps to its room", async () => {
  expect(await checkSources()).toEqual([]);
});

test("the files were really seen", async () => {
  const files = [...(await sources()).keys()];
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((path) => roomOf(path) === "core").length).toBeGreaterThan(30);
});

describe("the checker catches", () => {
  test.each<[what: string, path: string, text: string, message: string]>([
    ["an import", "src/core/a.ts", 'import { x } from "../log/x.ts";', "core may not import log"],
    ["a type-only import", "src/app/a.ts", 'import type { X } from "../log/x.ts";', "app may not import log"],
    ["a type-only name", "src/app/a.ts", 'import { type X } from "../loop/x.ts";', "app may not import loop"],
    ["an import for effect", "src/team/a.ts", 'import "../floor/x.ts";', "team may not import floor"],
    ["a value of app in the interface", "src/tui/a.ts", 'import { x } from "../app/x.ts";', "only types of"],
    ["a value beside a type", "src/tui/a.ts", 'import { x, type Y } from "../app/x.ts";', "only types of"],
    ["a second Fault", "src/tui/a.ts", 'import { Fault } from "../core/fault.ts";', "only types of"],
    ["import()", "src/floor/a.ts", 'await import("../spec/x.ts");', "floor may not import spec"],
    ["import() with backticks", "src/cli/a.ts", "await import(`../log/x.ts`);", "cli may not import log"],
    ["an import type", "src/spec/a.ts", 'type X = import("../team/x.ts").X;', "spec may not import team"],
    ["export from", "src/tools/a.ts", 'export { x } from "../loop/x.ts";', "tools may not import loop"],
    [
      "export type from",
      "src/loop/a.ts",
      'export type { X } from "../tools/x.ts";',
      "loop may not import tools",
    ],
    ["export *", "src/core/a.ts", 'export * from "./b.ts";', "no export *"],
    ["import =", "src/core/a.ts", 'import fs = require("node:fs");', 'core may not import "node:fs"'],
    ["require", "src/core/a.ts", 'const fs = require("node:fs");', 'core may not import "node:fs"'],
    ["a computed import", "src/core/a.ts", "await import(name);", "written out"],
    ["a reference comment", "src/core/a.ts", '/// <reference types="node" />', "no reference comments"],
    [
      "node: in core",
      "src/core/a.ts",
      'import { join } from "node:path";',
      'core may not import "node:path"',
    ],
    ["a bare builtin", "src/log/a.ts", 'import fs from "fs";', 'written "node:fs"'],
    ["a process elsewhere", "src/log/a.ts", 'import "node:child_process";', 'import "node:child_process"'],
    ["a model elsewhere", "src/team/a.ts", 'import { streamText } from "ai";', 'team may not import "ai"'],
    ["a provider elsewhere", "src/app/a.ts", 'import "@ai-sdk/openai";', 'import "@ai-sdk/openai"'],
    ["commander elsewhere", "src/app/a.ts", 'import { Command } from "commander";', '"commander"'],
    ["a path without ending", "src/core/a.ts", 'import { x } from "./b";', "with its ending"],
    ["an import of a test", "src/core/a.ts", 'import { x } from "./b.test.ts";', "is a test"],
    ["an import from test/", "src/core/a.ts", 'import { x } from "../../test/support/b.ts";', "outside src"],
    ["package.json elsewhere", "src/app/a.ts", 'import a from "../../package.json";', "outside src"],
    ["a folder nobody knows", "src/utils/a.ts", "export const a = 1;", "in no room"],
    ["a file beside the rooms", "src/a.ts", "export const a = 1;", "in no room"],
    ["a barrel", "src/log/index.ts", "export const a = 1;", "no barrel"],
    ["a default export", "src/core/a.ts", "export default 3;", "no default exports"],
    ["a default function", "src/core/a.ts", "export default function f() {}", "no default exports"],
    ["as default", "src/core/a.ts", "const a = 1; export { a as default };", "no default exports"],
    ["an enum", "src/core/a.ts", "export enum A { B }", "no enum"],
    ["a const enum", "src/core/a.ts", "export const enum A { B }", "no enum"],
    ["a namespace", "src/core/a.ts", "export namespace A { export const b = 1 }", "no namespace"],
    [
      "a parameter property",
      "src/core/a.ts",
      "class A { constructor(readonly b: string) {} }",
      "no parameter",
    ],
    ["declare", "src/core/a.ts", "declare const process: unknown;", "no declare"],
    ["Buffer", "src/core/a.ts", 'Buffer.from("a");', "core may not use Buffer"],
    ["Buffer as a type", "src/core/a.ts", "type A = Buffer;", "core may not use Buffer"],
    ["process in core", "src/core/a.ts", "const a = process.pid;", "core may not use process.pid"],
    ["fetch in core", "src/core/a.ts", 'await fetch("/a");', "core may not use fetch"],
    ["fetch in a face", "src/cli/a.ts", 'await fetch("/a");', "cli may not use fetch"],
    ["a timer in app", "src/app/a.ts", "setTimeout(f, 1);", "app may not use setTimeout"],
    ["console", "src/log/a.ts", 'console.log("a");', "log may not use console"],
    ["Date.now", "src/core/a.ts", "Date.now();", "the time comes"],
    ["Date['now']", "src/log/a.ts", 'Date["now"]();', "the time comes"],
    ["new Date()", "src/team/a.ts", "new Date();", "the time comes"],
    ["new Date", "src/team/a.ts", "new Date;", "the time comes"],
    ["Date()", "src/team/a.ts", "Date();", "the time comes"],
    ["Date under another name", "src/core/a.ts", "const D = Date;", "the time comes"],
    ["performance", "src/workspace/a.ts", "performance.now();", "may not use performance"],
    ["Math.random", "src/core/a.ts", "Math.random();", "is random"],
    ["Math taken apart", "src/core/a.ts", "const { random } = Math;", "is random"],
    ["randomUUID", "src/log/a.ts", 'import { randomUUID } from "node:crypto";', "is random"],
    [
      "randomBytes elsewhere",
      "src/workspace/a.ts",
      'import { randomBytes } from "node:crypto";',
      "is random",
    ],
    [
      "other randomness",
      "src/workspace/processes/shells/small-shell.ts",
      'import { randomUUID } from "node:crypto";',
      "is random",
    ],
    ["crypto.randomUUID", "src/core/a.ts", "crypto.randomUUID();", "is random"],
    ["globalThis", "src/core/a.ts", "globalThis.process;", "may not use globalThis"],
    ["process.env", "src/config/a.ts", "process.env.HOME;", "config may not use process.env"],
    ["process taken apart", "src/log/a.ts", "const { env } = process;", "log may not use process"],
    ["process in a record", "src/log/a.ts", "f({ process });", "log may not use process"],
    ["node:process", "src/log/a.ts", 'import process from "node:process";', '"node:process"'],
    ["process.exit", "src/cli/a.ts", "process.exit(1);", "cli may not use process.exit"],
    ["process.exit in main", "src/cli/main.ts", "process.exit(1);", "cli may not use process.exit"],
    ["process.exitCode elsewhere", "src/cli/a.ts", "process.exitCode = 1;", "may not use process.exitCode"],
    ["import.meta", "src/config/a.ts", "import.meta.url;", "may not use import.meta"],
    ["the locale", "src/core/a.ts", "a.localeCompare(b);", "may not use .localeCompare"],
    ["a variable of a file", "src/core/a.ts", "let last = 0; last = 1;", "no let at the top of a file"],
    ["an exported variable", "src/core/a.ts", "export let last = 0;", "no let at the top of a file"],
    ["a memory by identity", "src/core/a.ts", "const known = new WeakMap<A, B>();", "no WeakMap at the top"],
    ["one in a record", "src/core/a.ts", "const all = { seen: new WeakSet() };", "no WeakSet at the top"],
    [
      "a wrong direction between inner rooms",
      "src/core/fold/a.ts",
      'import { b } from "../views/story/b.ts";',
      "core/fold may not import core/views/story",
    ],
    [
      "the same by type",
      "src/core/terms/a.ts",
      'import type { B } from "../state/b.ts";',
      "core/terms may not import core/state",
    ],
    [
      "the same in import()",
      "src/cli/print/a.ts",
      'await import("../face/b.ts");',
      "cli/print may not import cli/face",
    ],
    [
      "an inner room nobody knows",
      "src/core/helpers/a.ts",
      "export const a = 1;",
      "core/helpers is in no room",
    ],
    [
      "a room inside an inner room",
      "src/log/file/old/a.ts",
      "export const a = 1;",
      "log/file/old is in no room",
    ],
    ["a long file", "src/core/text/a.ts", "\n".repeat(301), "at most 300 in one file"],
    [
      "a long function",
      "src/core/text/a.ts",
      `export function f() {${"\n".repeat(80)}}`,
      "at most 80 in one function",
    ],
    ["Intl", "src/core/a.ts", "new Intl.NumberFormat();", "may not use Intl"],
    ["a task's state compared", "src/app/a.ts", 'if (task.state === "DONE") f();', '"DONE" is compared'],
    ["compared the other way", "src/cli/a.ts", 'const a = "CODING" !== state;', '"CODING" is compared'],
    ["columns in a fold", "src/core/fold/a.ts", 'import w from "string-width";', 'import "string-width"'],
    ["wrapping in core", "src/core/views/a.ts", 'import w from "wrap-ansi";', 'import "wrap-ansi"'],
    ["a file's package elsewhere", "src/core/views/a.ts", 'import { diffArrays } from "diff";', '"diff"'],
  ])("%s", (_what, path, text, message) => {
    const found = findViolations(new Map([[path, text]]), rules).map((one) => one.message);
    expect(found.join("\n")).toContain(message);
  });

  test("a crowded room", () => {
    const files = new Map(
      Array.from({ length: 16 }, (_, index) => [`src/log/file/a${index}.ts`, ""] as const),
    );
    expect(findViolations(files, rules)).toEqual([
      { at: "src/log/file", message: "16 files; at most 15 in one room" },
    ]);
  });

  test("a circle of two, also by types and import()", () => {
    const files = new Map([
      ["src/core/a.ts", 'import type { B } from "./b.ts";'],
      ["src/core/b.ts", 'export const load = () => import("./a.ts");'],
    ]);
    const found = findViolations(files, rules).map((one) => one.message);
    expect(found).toEqual(["imports go in a circle: src/core/a.ts → src/core/b.ts → src/core/a.ts"]);
  });

  test("a file that imports itself", () => {
    const files = new Map([["src/core/a.ts", 'import { a } from "./a.ts"; export const a = 1;']]);
    expect(findViolations(files, rules)).toHaveLength(1);
  });

  test("the line", () => {
    const files = new Map([["src/core/a.ts", "const a = 1;\n\nconst b = Date.now();"]]);
    expect(findViolations(files, rules).map((one) => one.at)).toEqual(["src/core/a.ts:3"]);
  });
});

describe("the checker lets pass", () => {
  test.each<[what: string, path: string, text: string]>([
    ["zod in core", "src/core/a.ts", 'import { z } from "zod";'],
    ["its own inner room", "src/core/fold/a.ts", 'import { b } from "./b.ts";'],
    ["what stands directly in its room", "src/core/fold/a.ts", 'import { b } from "../fault.ts";'],
    ["an inner room of the table", "src/core/fold/a.ts", 'import { b } from "../rules/b.ts";'],
    ["inner rooms from directly in their room", "src/loop/a.ts", 'import { b } from "./ask/b.ts";'],
    ["an inner room of another room", "src/app/run/a.ts", 'import { b } from "../../team/b.ts";'],
    ["many commands", "src/cli/commands/a.ts", "export const a = 1;"],
    ["a room of the table", "src/app/a.ts", 'import { b } from "../team/b.ts";'],
    ["a subpath", "src/core/a.ts", 'import { z } from "zod/mini";'],
    ["a provider in model", "src/model/a.ts", 'await import("@ai-sdk/anthropic");'],
    ["a process in workspace", "src/workspace/a.ts", 'import { spawn } from "node:child_process";'],
    [
      "all in wire",
      "src/cli/wire/wire.ts",
      'import "../../log/x.ts"; import "node:os"; process.env.A; Date.now();',
    ],
    ["exitCode in main", "src/cli/main.ts", "process.exitCode = 2;"],
    ["package.json in cli", "src/cli/a.ts", 'import about from "../../package.json" with { type: "json" };'],
    ["a given date", "src/core/a.ts", "new Date(at).toISOString(); Date.parse(at); Date.UTC(2025, 1);"],
    ["Date as a type", "src/core/a.ts", "function f(at: Date) { return at instanceof Date; }"],
    ["other mathematics", "src/core/a.ts", "Math.max(1, 2);"],
    [
      "a local name",
      "src/core/a.ts",
      "function f(process: string, fetch: () => void) { fetch(); return process; }",
    ],
    ["a local shorthand", "src/core/a.ts", "function f(process: string) { return { process }; }"],
    ["a member's name", "src/core/a.ts", "const a = { process: 1, fetch() {} }; a.process; a.fetch();"],
    ["a type's member", "src/core/a.ts", "interface A { process: string; fetch(): void; console?: number }"],
    ["an imported name", "src/core/a.ts", 'import { process } from "./b.ts"; process();'],
    [
      "a task's state in a switch",
      "src/core/a.ts",
      'switch (state) { case "DONE": break; default: assertNever(state); }',
    ],
    ["a task's state in its own file", "src/core/terms/task-machine.ts", 'const a = state === "DONE";'],
    ["words", "src/core/a.ts", "// process.env\nconst a = \"import x from 'node:fs'\";"],
    ["anything in a test", "src/core/a.test.ts", 'import "node:fs"; import "../log/x.ts"; Date.now();'],
    ["a set of constants", "src/core/a.ts", 'const all: ReadonlySet<string> = new Set(["a"]);'],
    [
      "a variable of a call",
      "src/core/a.ts",
      "function f() { let at = 0; return new WeakMap([[f, at++]]); }",
    ],
    ["a memory that is made by who needs it", "src/core/a.ts", "class A { #known = new WeakMap(); }"],
    ["a variable elsewhere", "src/log/a.ts", "let last = 0; last = 1;"],
    ["a timer in log", "src/log/a.ts", "setTimeout(f, 1); process.kill(pid, 0);"],
    [
      "what one file alone may use",
      "src/core/views/text-width.ts",
      'import stringWidth from "string-width"; new Intl.Segmenter();',
    ],
  ])("%s", (_what, path, text) => {
    expect(findViolations(new Map([[path, text]]), rules)).toEqual([]);
  });
});

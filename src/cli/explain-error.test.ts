import { CommanderError } from "commander";
import { expect, test } from "vitest";
import { Fault } from "../core/fault.ts";
import { exitOfFault } from "./exit-codes.ts";
import { explainError } from "./explain-error.ts";
import type { Wire } from "./wire/wire.ts";

function told(error: unknown, json: boolean, debug = false) {
  const said = { out: "", err: "" };
  const output = {
    out: (text: string) => {
      said.out += text;
    },
    err: (text: string) => {
      said.err += text;
    },
  };
  // Of the wire, this is all that explaining needs.
  const code = explainError({ output, debug } as unknown as Wire, error, json);
  return { code, ...said };
}

test("a fault prints its message on stderr, or as one document", () => {
  const fault = new Fault("worktree.dirty", "Put it aside.");
  expect(told(fault, false)).toEqual({ code: 1, out: "", err: "huddle: Put it aside.\n" });
  expect(told(fault, true)).toEqual({
    code: 1,
    out: '{"error":{"code":"worktree.dirty","message":"Put it aside."}}\n',
    err: "",
  });
});

test("wrong usage and a missing model end with 2", () => {
  expect(
    told(new CommanderError(1, "commander.x", "error: no such thing\nSee: huddle x --help"), false),
  ).toEqual({
    code: 2,
    out: "",
    err: "huddle: no such thing\nSee: huddle x --help\n",
  });
  expect(exitOfFault("usage")).toBe(2);
  expect(exitOfFault("model.missing")).toBe(2);
  expect(exitOfFault("refused")).toBe(1);
});

test.each([
  [
    "command-argument value 'codereview' is invalid for argument 'phase'. Allowed choices are a, b.",
    'There is no phase "codereview". Choose one of: a, b',
  ],
  [
    "option '--pace <pace>' argument 'fast' is invalid. Allowed choices are careful, auto.",
    '"fast" does not fit --pace <pace>. Choose one of: careful, auto',
  ],
  ["unknown option '--\u001b[31mx'", "unknown option '--x'"],
])("what commander says is told in plain words: %s", (message, plain) => {
  const { err } = told(
    new CommanderError(1, "commander.invalidArgument", `error: ${message}\nSee: huddle x --help`),
    false,
  );
  expect(err).toBe(`huddle: ${plain}\nSee: huddle x --help\n`);
});

test("an unexpected error is one line, and prints its stack only when asked to", () => {
  const bug = new Error("x is not a function", { cause: new Error("deeper") });
  const plain = told(bug, false);
  expect(plain.code).toBe(1);
  expect(plain.err.trimEnd().split("\n")).toHaveLength(1);
  expect(plain.err).toContain("HUDDLE_DEBUG=1");
  const debugged = told(bug, false, true);
  expect(debugged.err).toContain("explain-error.test.ts");
  expect(debugged.err).toContain("caused by Error: deeper");
  expect(told("thrown text", true).out).toContain('"code":"unexpected"');
});

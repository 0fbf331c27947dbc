import { expect, test } from "vitest";
import { Fault } from "../../core/fault.ts";
import { noKeys, redactionOf } from "../../core/text/redaction.ts";
import { brokenResult, resultText, takenResult } from "./tool-result.ts";

const long = "x".repeat(200_000);

test.each([
  ["what says so", '{"success": false, "error": "no"}', true],
  ["what says so behind white space", ' \n {"success":false}', true],
  ["success", '{"success": true}', false],
  ["an exit code alone", '{"exit": 1}', false],
  ["only the word", '{"success": "false"}', false],
  ["a list", '[{"success": false}]', false],
  ["what only looks like JSON", '{"success": false', false],
  ["words", "success: false", false],
  ["what is as long as can be read for it", `{"success":false}${" ".repeat(199_983)}`, true],
  ["what is too long to be read for it", `{"success": false, "log": "${long}"}`, false],
])("10.41: whether a result failed by its own text: %s", (_, text, failed) => {
  expect(takenResult({ failed: false, text })).toEqual({ failed, text });
  expect(takenResult({ failed: true, text })).toEqual({ failed: true, text });
});

test("10.41: no result is empty", () => {
  expect(takenResult({ failed: false, text: " \n" })).toEqual({ failed: false, text: "Done." });
  expect(takenResult({ failed: true, text: "" })).toEqual({
    failed: true,
    text: "It failed, and did not say why.",
  });
});

test("10.41: a result is cut behind 200,000 characters, and says so", () => {
  expect(resultText(long, noKeys)).toBe(long);
  expect(resultText(`${long}y`, noKeys)).toBe(
    `${long}\n(cut here: the first 200000 of 200001 characters; ask for less at once)`,
  );
});

test("10.41: what a tool threw is told without keys and in short; a fault, and what the machine lacks, is thrown on", () => {
  const redaction = redactionOf([{ name: "the key", value: "sk-1234567890abcdef" }]);
  expect(brokenResult("echo", new Error("sent sk-1234567890abcdef"), redaction)).toEqual({
    failed: true,
    text: "echo broke: sent [key]",
  });
  expect(brokenResult("echo", long, redaction).text).toBe(`echo broke: ${"x".repeat(500)}`);
  const fault = new Fault("repository.unready", "Git is missing.");
  expect(() => brokenResult("echo", fault, redaction)).toThrow(fault);
  const full = Object.assign(new Error("ENOSPC: no space left on device"), {
    code: "ENOSPC",
    syscall: "write",
  });
  expect(() => brokenResult("echo", full, redaction)).toThrow(Fault);
});

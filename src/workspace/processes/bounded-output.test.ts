import fc from "fast-check";
import { expect, test } from "vitest";
import { noKeys, redactionOf } from "../../core/text/redaction.ts";
import { BoundedOutput } from "./bounded-output.ts";

test("10.17: a key is found between colours", () => {
  const redaction = redactionOf([{ name: "K", value: "sk-canary-0123456789" }]);
  const output = new BoundedOutput(1000, redaction);
  output.write("sk-canary-\u001b[31m0123456789\u001b[0m http://me:hunter2@host");
  expect(output.text()).toBe("[key] http://[key]@host");
});

test("bounded output keeps all of what is small, and head and tail of what is large", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: fc.constantFrom("a", "b", "\n"), maxLength: 90 })), (chunks) => {
      const output = new BoundedOutput(100, noKeys);
      for (const chunk of chunks) output.write(chunk);
      const all = chunks.join("");
      const text = output.text();
      const lines = all.slice(50, -50).split("\n").length - 1;
      const gap = `[… ${all.length - 100} bytes left out, ${lines} lines …]`;
      const cut = `${all.slice(0, 50)}\n${gap}\n${all.slice(-50)}`;
      expect(text).toBe(all.length <= 100 ? all : cut);
    }),
  );
});

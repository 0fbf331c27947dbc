import fc from "fast-check";
import { expect, test } from "vitest";
import { BoundedOutput } from "./bounded-output.ts";

test("bounded output keeps all of what is small, and head and tail of what is large", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: fc.constantFrom("a", "b", "\n"), maxLength: 90 })), (chunks) => {
      const output = new BoundedOutput(100);
      for (const chunk of chunks) output.write(Buffer.from(chunk));
      const all = chunks.join("");
      const text = output.text();
      const cut = `${all.slice(0, 50)}\n[… ${all.length - 100} bytes left out …]\n${all.slice(-50)}`;
      expect(text).toBe(all.length <= 100 ? all : cut);
    }),
  );
});

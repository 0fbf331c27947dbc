import { expect, test } from "vitest";
import type { Signal } from "../../core/ports/signal.ts";
import { redactionOf } from "../../core/text/redaction.ts";
import { heardSignals } from "./heard-signals.ts";

const key = "sk-0123456789abcdef";
const by = { thread: "t", ask: 1, seat: "ada" };

function hearing() {
  const heard: Signal[] = [];
  const signals = heardSignals((signal) => heard.push(signal), redactionOf([{ name: "KEY", value: key }]));
  return { heard, ...signals };
}

test.each<[signal: Signal, shown: Signal]>([
  [
    { ...by, type: "call.began", tool: `a\n${key}` },
    { ...by, type: "call.began", tool: "a [key]" },
  ],
  [
    { ...by, type: "model.waiting", why: `b\n${key}`, until: "2026-01-01T00:00:00.000Z" },
    { ...by, type: "model.waiting", why: "b [key]", until: "2026-01-01T00:00:00.000Z" },
  ],
  [
    { ...by, type: "text.delta", text: `c ${key} d` },
    { ...by, type: "text.delta", text: "c [key] d" },
  ],
  [
    { ...by, type: "call.delta", length: 5 },
    { ...by, type: "call.delta", length: 5 },
  ],
  [
    { ...by, type: "ask.began" },
    { ...by, type: "ask.began" },
  ],
])("%j", (signal, shown) => {
  const { emit, heard } = hearing();
  emit(signal);
  expect(heard).toEqual([shown]);
});

test("what may be the start of a key waits for the next piece of the same kind, or for the end", () => {
  const { emit, heard, end } = hearing();
  const say = (type: "text.delta" | "reasoning.delta", text: string) => emit({ ...by, type, text });
  say("text.delta", key.slice(0, 8));
  say("reasoning.delta", key.slice(0, 8));
  expect(heard).toEqual([]);
  say("text.delta", `${key.slice(8)}!`);
  expect(heard).toEqual([{ ...by, type: "text.delta", text: "[key]!" }]);
  emit({ ...by, type: "ask.ended" });
  expect(heard.slice(1)).toEqual([
    { ...by, type: "reasoning.delta", text: key.slice(0, 8) },
    { ...by, type: "ask.ended" },
  ]);
  end();
  expect(heard).toHaveLength(3);
});

test("the end passes on what still waits, as its last speaker said it", () => {
  const { emit, heard, end } = hearing();
  emit({ ...by, type: "text.delta", text: key.slice(0, 4) });
  emit({ ...by, ask: 2, type: "text.delta", text: key.slice(4, 8) });
  end();
  expect(heard).toEqual([{ ...by, ask: 2, type: "text.delta", text: key.slice(0, 8) }]);
});

import { expect, test } from "vitest";
import { Circuit } from "./circuit.ts";

const seconds = 1000;

test("stays closed while failures are rare", () => {
  const circuit = new Circuit(() => 0);
  for (let round = 0; round < 10; round++) {
    for (let failure = 0; failure < 4; failure++) circuit.end("dead", 0, circuit.begin(0));
    circuit.end("alive", 0, circuit.begin(0));
  }
  expect(circuit.openUntil).toBe(0);
});

test("opens after five failures in a row, and what says nothing about life neither counts nor helps", () => {
  const circuit = new Circuit(() => 0);
  for (let failure = 0; failure < 5; failure++) {
    circuit.end("other", 0, circuit.begin(0));
    expect(circuit.openUntil).toBe(0);
    circuit.end("dead", 0, circuit.begin(0));
  }
  expect(circuit.openUntil).toBe(10 * seconds);
});

test("one request probes; a failure opens it for twice as long, a reply closes it", () => {
  const circuit = open();
  expect(circuit.begin(10 * seconds)).toBe(true);
  expect(circuit.probing).toBe(true);
  circuit.end("dead", 11 * seconds, true);
  expect(circuit.probing).toBe(false);
  expect(circuit.openUntil).toBe(31 * seconds);
  expect(circuit.begin(31 * seconds)).toBe(true);
  circuit.end("alive", 32 * seconds, true);
  expect(circuit.openUntil).toBe(0);
  expect(circuit.begin(33 * seconds)).toBe(false);
});

test("a probe that was stopped leaves the question open", () => {
  const circuit = open();
  circuit.end("other", 10 * seconds, circuit.begin(10 * seconds));
  expect(circuit.probing).toBe(false);
  expect(circuit.begin(10 * seconds)).toBe(true);
});

test("it is never open for longer than about five minutes", () => {
  const circuit = open(() => 0.999);
  let now = 0;
  for (let probe = 0; probe < 12; probe++) {
    now = circuit.openUntil;
    circuit.end("dead", now, circuit.begin(now));
  }
  expect(circuit.openUntil - now).toBeLessThanOrEqual(330 * seconds);
  expect(circuit.openUntil - now).toBeGreaterThan(300 * seconds);
});

function open(random = () => 0): Circuit {
  const circuit = new Circuit(random);
  for (let failure = 0; failure < 5; failure++) circuit.end("dead", 0, circuit.begin(0));
  return circuit;
}

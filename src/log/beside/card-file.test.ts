import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../../test/support/log-fixtures.ts";
import { emptyState } from "../../core/state/state.ts";
import { cardOf } from "../../core/views/documents/card.ts";
import { eventsOnceKnown, keepCard, readCard, readWitness } from "./card-file.ts";

const card = { ...cardOf(emptyState), events: 4 };
const mark = { program: "1.0", size: 200 };

test("a card is read for the program and the size that it was kept for, and for no other", async () => {
  const folder = await temporaryFolder();
  expect(await readCard(folder, mark)).toBeUndefined();
  expect(await readWitness(folder)).toBeUndefined();
  await keepCard(folder, mark, card);
  expect(await readCard(folder, mark)).toEqual(card);
  expect(await readCard(folder, { ...mark, program: "1.1" })).toBeUndefined();
  for (const size of [199, 201]) expect(await readCard(folder, { ...mark, size })).toBeUndefined();
  expect(await readWitness(folder)).toEqual({ size: 200, events: 4 });
});

test("events are missed only if the log is shorter than it was", () => {
  const witness = { size: 200, events: 4 };
  expect(eventsOnceKnown(witness, 199)).toBe(4);
  for (const size of [200, 201]) expect(eventsOnceKnown(witness, size)).toBeUndefined();
  expect(eventsOnceKnown(undefined, 0)).toBeUndefined();
});

test("a card that cannot be kept or read does no harm", async () => {
  const folder = await temporaryFolder();
  await keepCard(join(folder, "none"), mark, card);
  expect(await readdir(folder)).toEqual([]);
  await mkdir(join(folder, "card.json", "mine"), { recursive: true });
  await keepCard(folder, mark, card);
  expect(await readCard(folder, mark)).toBeUndefined();
  await writeFile(join(folder, "file"), "");
  await expect(readCard(join(folder, "file"), mark)).rejects.toMatchObject({ code: "ENOTDIR" });
  await expect(keepCard(join(folder, "file"), mark, card)).rejects.toMatchObject({ code: "ENOTDIR" });
});

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openWire } from "../../src/cli/wire/open-wire.ts";
import type { Fact } from "../../src/core/facts/fact.ts";
import { fold } from "../../src/core/fold/fold.ts";
import type { Signal } from "../../src/core/ports/signal.ts";
import { emptyState } from "../../src/core/state/state.ts";
import { threadOfLoop } from "../../src/core/state/threads.ts";
import type { FeedItem } from "../../src/core/views/now/feed.ts";
import { liveAfter, quiet } from "../../src/core/views/now/live.ts";
import { RehearsalModel } from "../../src/model/rehearsal/rehearsal-model.ts";
import { startNode } from "../support/finished.ts";
import { gitPlace } from "../support/git-place.ts";
import { miniRehearsal } from "../support/mini-rehearsal.ts";
import { realClock } from "../support/plain.ts";
import { openPlainly, runPlainly } from "../support/plain-face.ts";
import "../support/many-wires.ts";

const program = join(import.meta.dirname, "..", "..", "build", "test", "support", "looking-on-process.js");
/** Fast, and slow enough for another process to be there for some of the words. */
const speed = 100;

type Told =
  | { readonly kind: "fact"; readonly fact: Fact }
  | { readonly kind: "signal"; readonly signal: Signal };

/** Words of asks that were not yet recorded, and words of asks whose reply was, as they stand in a stream. */
function outOfOrder(items: readonly Told[]) {
  const found: { early: Signal[]; late: Signal[] } = { early: [], late: [] };
  const asked = new Set<string>();
  const replied = new Set<string>();
  let state = emptyState;
  for (const item of items) {
    if (item.kind === "signal") {
      if (item.signal.type === "run.printed") continue;
      const ask = `${item.signal.thread} ${item.signal.ask}`;
      if (!asked.has(ask)) found.early.push(item.signal);
      if (replied.has(ask)) found.late.push(item.signal);
      continue;
    }
    const { event } = item.fact;
    if (event.type === "model.asked" || event.type === "model.replied") {
      const ask = `${threadOfLoop(state, event.loop)?.name} ${event.ask}`;
      (event.type === "model.asked" ? asked : replied).add(ask);
    }
    state = fold(state, item.fact);
  }
  return found;
}

const factsOf = (items: readonly Told[]) =>
  items.flatMap((item) => (item.kind === "fact" ? [item.fact] : []));
const signalsOf = (items: readonly Told[]) => items.filter((item) => item.kind === "signal");

test("the face imports nothing but app and core", async () => {
  const text = await readFile(join(import.meta.dirname, "..", "support", "plain-face.ts"), "utf8");
  const rooms = [...text.matchAll(/ from "(?:\.\.\/\.\.\/src\/)?([^/"]+)/g)].map(([, room]) => room);
  expect(new Set(rooms)).toEqual(new Set(["app", "core"]));
});

test("a face that knows only app and core runs a whole session; one that looks on is told the same", async () => {
  const { seats, policy, repository, title, brief } = miniRehearsal;
  const place = await gitPlace(repository.files);
  const wire = openWire({ env: place.env, cwd: place.repository });
  const project = await wire.openProject();
  const files = await openPlainly(project, {
    title,
    brief,
    repository: await wire.readyRepository(),
    readTeam: async () => ({
      seats: seats.map((seat) => ({ ...seat, model: "rehearsal/mini" })),
      policy: { ...policy, pace: "auto" },
      file: undefined,
      modelOf: () => ({ model: "rehearsal/mini" }),
      budgetFor: () => ({ caps: undefined, isDefault: false }),
    }),
  });
  onTestFinished(() => files.close());
  const viewer = startNode([program, files.id], { cwd: place.repository, env: place.env });
  await viewer.printed('"session.opened"');

  const told: FeedItem[] = [];
  const model = new RehearsalModel(miniRehearsal, realClock, speed);
  const models = { open: async () => model };
  const ending = await runPlainly(project, files, models, (item) => told.push(item));
  const { code, stdout, stderr } = await viewer.finished;

  expect({ ending: ending.kind, code, stderr }).toEqual({ ending: "waiting", code: 0, stderr: "" });
  const lookedOn = stdout
    .trimEnd()
    .split("\n")
    .map((line): Told => JSON.parse(line));
  expect(files.journal.state().session.ending).toBeDefined();
  expect(factsOf(told).map(({ seq }) => seq)).toEqual(factsOf(told).map((_, index) => index + 1));
  expect(factsOf(lookedOn)).toEqual(factsOf(told));
  expect(outOfOrder(told)).toEqual({ early: [], late: [] });
  expect(outOfOrder(lookedOn).early).toEqual([]);
  const heard = signalsOf(told).map((item) => JSON.stringify(item));
  expect(signalsOf(lookedOn).length).toBeGreaterThan(0);
  for (const item of signalsOf(lookedOn)) expect(heard).toContain(JSON.stringify(item));

  let live = quiet;
  const spoken: string[] = [];
  for (const item of told) {
    live = liveAfter(live, item);
    spoken.push(...Object.values(live.words).map(({ text }) => text));
  }
  expect(spoken).toContain("I would start refinement with the smallest thing.");
  expect(live.words).toEqual({});
});

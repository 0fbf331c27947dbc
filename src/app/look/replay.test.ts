import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { miniRehearsal } from "../../../test/support/mini-rehearsal.ts";
import { Theatre } from "../../../test/support/theatre.ts";
import { byHarness } from "../../core/facts/fact.ts";
import { openSessionStore } from "../../log/session-store.ts";
import { replay } from "./replay.ts";

const hash = (text: string) => createHash("sha256").update(text).digest("hex");

test("a log verifies, and the first difference is reported with its event", async () => {
  const root = await mkdtemp(join(tmpdir(), "replay-"));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const theatre = new Theatre(root, miniRehearsal);
  await theatre.open();
  await theatre.play();
  const store = openSessionStore(join(theatre.repository, ".git"), {
    now: () => "2026-01-01T00:00:00.000Z",
    temporary: root,
    program: "test",
  });
  const files = await store.open("s");
  onTestFinished(() => files.close());

  const whole = await replay(files, hash);
  expect(whole.difference).toBeUndefined();
  expect(whole).toMatchObject({
    facts: files.journal.state().head,
    requests: files.journal.state().money.asked,
  });
  expect(whole.intents).toBeGreaterThan(50);

  expect((await replay(files, (text) => hash(`${text} `))).difference).toMatchObject({
    what: expect.stringContaining("was sent"),
  });

  // A step that is no longer wanted, in a session that is over.
  const late = await files.journal.as("turn/refinement.1/1").append(() => [
    byHarness({
      type: "turn.started",
      thread: "turn/refinement.1/1",
      seat: "ada",
      round: 1,
      kind: "engineer",
    }),
  ]);
  const seq = late.kind === "done" ? late.facts[0]?.seq : undefined;
  expect((await replay(files, hash)).difference).toEqual({
    seq,
    what: "turn.started of turn/refinement.1/1, while nothing was wanted",
  });
});

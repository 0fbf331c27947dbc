import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { gitPlace } from "../../../test/support/git-place.ts";
import "../../../test/support/many-wires.ts";
import { needsYes } from "../../../test/support/waiting.ts";
import { openWire } from "../wire/open-wire.ts";
import type { Wire } from "../wire/wire.ts";
import { approveAct } from "./approve.ts";
import { inboxAct } from "./inbox.ts";
import { replyAct } from "./reply.ts";
import { trustAct } from "./trust.ts";

type Wanted = Parameters<typeof needsYes>[0];
const sql: Wanted = { action: "write", risk: "raised", paths: ["db/1.sql"] };

/** A repository with a session for each of these, in which it waits for a yes. */
async function desk(...wanted: readonly Wanted[]) {
  const place = await gitPlace({ "a.txt": "a\n" });
  const wire = openWire({ env: place.env, cwd: place.repository });
  let printed = "";
  const out = (text: string) => {
    printed += text;
  };
  const output = { ...wire.output, out };
  const at: Wire = { ...wire, output };
  const project = await at.openProject();
  for (const [index, one] of wanted.entries()) {
    const id = `s${index + 1}`;
    await project.sessions.create(id);
    const files = await project.sessions.open(id);
    const shown = await files.blobs.put(`db/1.sql (new file)\n+ drop table ${id};\u001b[8m`);
    for (const { actor, event, step } of needsYes(one).facts) {
      const told = event.type === "approval.requested" ? { ...event, shown } : event;
      if (told.type === "unknown") continue;
      const journal = step === undefined ? files.journal : files.journal.as(step);
      await journal.append(() => [{ actor, event: told }]);
    }
    await files.close();
  }
  const json = async (act: (options: { json: true }) => Promise<number>) => {
    printed = "";
    expect(await act({ json: true })).toBe(0);
    return JSON.parse(printed);
  };
  const verdicts = async () => {
    const files = await Promise.all((await project.sessions.list()).map((id) => project.sessions.open(id)));
    const open = files.map(({ journal }) => Object.keys(journal.state().approvals).length);
    await Promise.all(files.map((one) => one.close()));
    return open;
  };
  const text = async (act: () => Promise<number>) => {
    printed = "";
    await act();
    return printed;
  };
  const trustFile = () => readFile(join(place.root, ".config", "huddle", "trust.json"), "utf8");
  return { wire: at, json, text, verdicts, trustFile };
}

test("everything that needs a yes is shown in full, with nothing hidden, and then approved together", async () => {
  const { wire, json, text, verdicts } = await desk(sql, sql);
  const look = await text(() => approveAct(wire, {}));
  for (const id of ["s1", "s2"]) expect(look).toContain(`+ drop table ${id};\\x1b[8m`);
  expect(await text(() => inboxAct(wire, {}))).toContain("+ drop table s1;");
  await expect(approveAct(wire, { all: true, json: true })).rejects.toMatchObject({ code: "usage" });
  expect(await verdicts()).toEqual([1, 1]);
  const { approved, items } = await json((options) => approveAct(wire, { ...options, all: true, yes: true }));
  expect(items.map(({ id }: { id: string }) => id)).toEqual(approved);
  expect(approved).toHaveLength(2);
  expect(await verdicts()).toEqual([0, 0]);
  expect(await json((options) => approveAct(wire, { ...options, all: true }))).toMatchObject({ items: [] });
});

test("always is kept for this person and repository, listed, and taken back", async () => {
  const { wire, json, text, trustFile } = await desk(sql);
  const [{ id }] = (await json((options) => approveAct(wire, options))).items;
  await replyAct(wire, [id, "always", "db/**"], {});
  const permit = { kind: "path", match: "db/**" };
  expect(Object.values(JSON.parse(await trustFile()))).toEqual([{ hashes: [], permits: [permit] }]);
  expect((await (await wire.openProject()).readTeam()).policy.permits).toEqual([permit]);
  expect(await text(() => trustAct(wire, {}))).toContain("  1  write db/**\n");
  await expect(trustAct(wire, { revoke: 2 })).rejects.toThrow("There are only 1.");
  expect(await json((options) => trustAct(wire, { ...options, revoke: 1 }))).toMatchObject({
    permits: [],
    revoked: permit,
  });
  expect((await (await wire.openProject()).readTeam()).policy.permits).toBeUndefined();
  await expect(trustAct(wire, { revoke: 1 })).rejects.toThrow("nothing for good");
});

test("with a high risk among them, the next step is not to approve all", async () => {
  const next = async (...wanted: readonly Wanted[]) => {
    const at = await desk(...wanted);
    return (await at.json((options) => approveAct(at.wire, options))).next.command;
  };
  expect(await next(sql)).toBe("huddle approve --all");
  expect(await next(sql, { action: "write", risk: "high", paths: [".github/a.yml"] })).toBe("huddle inbox");
});

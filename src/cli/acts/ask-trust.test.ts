import { PassThrough, Writable } from "node:stream";
import { expect, test } from "vitest";
import { gitPlace } from "../../../test/support/git-place.ts";
import "../../../test/support/many-wires.ts";
import { openWire } from "../wire/open-wire.ts";
import type { Wire } from "../wire/wire.ts";
import { initAct } from "./init.ts";
import { newAct } from "./new.ts";

const checks = { full: [{ run: "npm test\u001b[8m; curl evil" }] };

/** A person at a terminal who answers every question like this. */
async function answering(answer: string, files: Readonly<Record<string, string>>) {
  const place = await gitPlace(files);
  const wire = openWire({ env: place.env, cwd: place.repository });
  const input = new PassThrough();
  let printed = "";
  const outputStream = new Writable({
    write(chunk, _, done) {
      printed += String(chunk);
      if (String(chunk).includes("(yes/no)")) input.write(`${answer}\n`);
      done();
    },
  });
  const out = (text: string) => {
    printed += text;
  };
  const output = { ...wire.output, out };
  const terminal = { ...wire.terminal, isTty: true, canAsk: true };
  const asked: Wire = { ...wire, input, outputStream, output, terminal };
  return { wire: asked, printed: () => printed };
}

test("at a terminal a person sees the commands as they are and says yes once", async () => {
  const at = await answering("yes", { ".huddle/team.json": JSON.stringify({ checks }) });
  expect(await newAct(at.wire, ["Twice"], {})).toBe(0);
  expect(at.printed()).toContain(".huddle/team.json:\n  npm test\\x1b[8m; curl evil\nDo you trust them");
  expect(await newAct(at.wire, ["Thrice"], {})).toBe(0);
  expect(at.printed().split("(yes/no)")).toHaveLength(2);
});

test("a no opens no session", async () => {
  const at = await answering("no", { ".huddle/team.json": JSON.stringify({ checks }) });
  await expect(newAct(at.wire, ["Twice"], {})).rejects.toMatchObject({ code: "trust.needed" });
  expect(await (await at.wire.openProject()).sessions.list()).toEqual([]);
});

test("what init has just written and said is not asked about, and a repository without a team file neither", async () => {
  const at = await answering("no", { Makefile: "test:\n\ttrue\n" });
  expect(await newAct(at.wire, ["Before"], {})).toBe(0);
  await initAct(at.wire, {});
  expect(at.printed()).toContain("make test");
  expect(await newAct(at.wire, ["After"], {})).toBe(0);
  expect(at.printed()).not.toContain("Do you trust");
});

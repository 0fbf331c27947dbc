import { expect, test } from "vitest";
import { sessionProject } from "../../../test/support/session-project.ts";
import { byHarness } from "../../core/facts/fact.ts";
import { Fault } from "../../core/fault.ts";
import type { Ended } from "../../core/views/verdict/run-exit.ts";
import type { Project } from "../project.ts";
import { writeVerdict } from "./write-verdict.ts";

const ended: Ended = { kind: "stopped", why: "you stopped it" };

async function place(life: "alive" | "dead" = "dead") {
  const { project, open } = await sessionProject();
  const files = await open("Twice");
  await files.journal.append(() => [
    byHarness({ type: "runner.started", mode: "run", host: "here", pid: 7, startedAt: "then" }),
  ]);
  const noted = { ...project, processes: { life: async () => life } };
  return { files, project: noted as unknown as Project }; // all that a verdict uses
}

test("how a run ended stands beside the log", async () => {
  const { files, project } = await place();
  const { path, text } = await writeVerdict(project, files, ended);
  expect(path).toMatch(/verdict\.json$/);
  expect(JSON.parse(text)).toMatchObject({ ended, exit: 130 });
});

test("while another process runs the session, the file is that one's to write", async () => {
  const { files, project } = await place("alive");
  expect(await writeVerdict(project, files, ended)).toEqual({
    verdict: expect.objectContaining({ exit: 130 }),
    text: expect.any(String),
  });
});

test("a full disk keeps nobody from hearing it; anything else is a bug", async () => {
  const { files, project } = await place();
  const failing = (error: Error) => ({
    ...files,
    journal: files.journal,
    writeView: () => Promise.reject(error),
  });
  const full = new Fault("log.unwritable", "The disk is full.");
  expect(await writeVerdict(project, failing(full), ended)).not.toHaveProperty("path");
  await expect(writeVerdict(project, failing(new Error("a bug")), ended)).rejects.toThrow("a bug");
});

import { driveSession } from "../../src/app/run/drive-session.ts";
import { replyTo } from "../../src/app/say/reply-to.ts";
import { newSession } from "../../src/app/sessions/new-session.ts";
import { openWire } from "../../src/cli/wire/open-wire.ts";
import { decide } from "../../src/core/decide/decide.ts";
import type { Wait } from "../../src/core/decide/waits/wait.ts";
import { RehearsalModel } from "../../src/model/rehearsal/rehearsal-model.ts";
import type { Rehearsal } from "../../src/model/rehearsal/rehearsal-script.ts";
import type { GitPlace } from "./git-place.ts";
import { realClock } from "./plain.ts";
import "./many-wires.ts";

/**
 * Opens a session in a person's repository and plays a rehearsal until this kind of thing waits for them. Whatever
 * waits before is answered with yes or the first option.
 */
export async function playTo(place: GitPlace, rehearsal: Rehearsal, stopAt: Wait["kind"]): Promise<string> {
  const project = await openWire({ env: place.env, cwd: place.repository }).openProject();
  const base = await place.git("rev-parse", "HEAD");
  const files = await newSession(project, {
    title: rehearsal.title,
    brief: rehearsal.brief,
    seats: rehearsal.seats.map((seat) => ({ ...seat, model: `rehearsal/${rehearsal.name}` })),
    policy: { ...rehearsal.policy, author: { name: "Pia", email: "pia@example.com" } },
    base,
    branch: "main",
  });
  const model = new RehearsalModel(rehearsal, realClock, 0);
  const signal = new AbortController().signal;
  try {
    for (;;) {
      await driveSession(project, files, {
        lease: { mode: "run" },
        model,
        signal,
        linger: false,
      });
      const [wait] = decide(files.journal.state(), realClock.now()).waits;
      if (!wait) throw new Error("nothing waits");
      if (wait.kind === stopAt) return files.id;
      if (wait.kind === "stuck") throw new Error(`stuck: ${wait.step}: ${wait.error}`);
      await replyTo(files.journal, wait.id, wait.kind === "question" ? "1" : "yes", realClock.now());
    }
  } finally {
    await files.close();
  }
}

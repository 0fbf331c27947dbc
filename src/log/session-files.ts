import { join } from "node:path";
import type { SessionFiles } from "../core/ports/sessions.ts";
import type { Instant } from "../core/terms/ids.ts";
import { cardOf } from "../core/views/inbox/card.ts";
import { keepCard, readCard } from "./beside/card-file.ts";
import { openBlobs } from "./beside/file-blobs.ts";
import { beat, lastBeatMs } from "./beside/heartbeat.ts";
import { writeView } from "./beside/write-view.ts";
import { openJournal } from "./file/file-journal.ts";
import { openSignals } from "./signals/open-signals.ts";

export interface SessionOptions {
  readonly now: () => Instant;
  /** Where to make a private folder with a short name, for the socket. */
  readonly temporary: string;
  /** The version of this program: cards of other versions are ignored. */
  readonly program: string;
}

export const logName = "log.jsonl";

export async function openSession(
  folder: string,
  id: string,
  options: SessionOptions,
): Promise<SessionFiles> {
  const journal = await openJournal({ path: join(folder, logName), now: options.now });
  const heartbeat = join(folder, "heartbeat");
  const signals = openSignals({
    addressFile: join(folder, "signals"),
    temporary: options.temporary,
    head: () => journal.state().head,
  });
  return {
    id,
    folder,
    journal,
    blobs: openBlobs(join(folder, "blobs")),
    writeView: (name, text) => writeView(folder, name, text),
    beat: (signal) => beat(heartbeat, options.now, signal),
    lastBeatMs: (now) => lastBeatMs(heartbeat, now),
    serveSignals: signals.serve,
    followSignals: signals.follow,
    async close() {
      const state = journal.state();
      const mark = { program: options.program, size: journal.size };
      if (state.head > 0 && !(await readCard(folder, mark))) await keepCard(folder, mark, cardOf(state));
      await journal.close();
    },
  };
}

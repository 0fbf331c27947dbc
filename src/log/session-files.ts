import { join } from "node:path";
import type { SessionFiles } from "../core/ports/sessions.ts";
import type { Instant } from "../core/terms/ids.ts";
import { noKeys, type Redaction } from "../core/text/redaction.ts";
import { cardOf } from "../core/views/documents/card.ts";
import { eventsOnceKnown, keepCard, readCard, readWitness } from "./beside/card-file.ts";
import { openBlobs } from "./beside/file-blobs.ts";
import { beat, lastBeatMs } from "./beside/heartbeat.ts";
import { writeView } from "./beside/write-view.ts";
import { damagedLog } from "./file/damage.ts";
import { openJournal } from "./file/file-journal.ts";
import { logName, whyEmptied } from "./log-name.ts";
import { openSignals } from "./signals/open-signals.ts";

export interface SessionOptions {
  readonly now: () => Instant;
  /** Where to make a private folder with a short name, for the socket. */
  readonly temporary: string;
  /** The version of this program: cards of other versions are ignored. */
  readonly program: string;
  /** The log and the side files refuse the keys that this knows. */
  readonly redaction?: Redaction;
}

export async function openSession(
  folder: string,
  id: string,
  options: SessionOptions,
): Promise<SessionFiles> {
  const { redaction = noKeys } = options;
  const path = join(folder, logName);
  const emptied = await whyEmptied(folder);
  if (emptied) throw damagedLog(path, emptied);
  const witness = await readWitness(folder);
  const journal = await openJournal({ path, now: options.now, redaction });
  const once = eventsOnceKnown(witness, journal.size);
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
    ...(once !== undefined && { eventsOnceKnown: once }),
    blobs: openBlobs(join(folder, "blobs"), undefined, redaction),
    writeView: (name, text) => writeView(folder, name, text),
    beat: (signal, onBeat) => beat(heartbeat, options.now, signal, onBeat),
    lastBeatMs: (now) => lastBeatMs(heartbeat, now),
    serveSignals: signals.serve,
    followSignals: signals.follow,
    async close() {
      const state = journal.state();
      const mark = { program: options.program, size: journal.size };
      // A card that knows of events which were cut off stays until the log has outgrown it: it is the only witness.
      const isWitness = eventsOnceKnown(await readWitness(folder), journal.size) !== undefined;
      if (state.head > 0 && !isWitness && !(await readCard(folder, mark)))
        await keepCard(folder, mark, cardOf(state));
      await journal.close();
    },
  };
}

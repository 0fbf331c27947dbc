import type { Clock } from "../../core/ports/clock.ts";
import type { SessionFiles } from "../../core/ports/sessions.ts";
import type { LocalTimes } from "../../core/views/rows/layout.ts";
import type { Gives, Need, NeedKind } from "../../core/views/screen/needs.ts";
import type { Seen } from "../../core/views/screen/screen.ts";
import type { Project } from "../project.ts";
import { meantSession } from "../sessions/pick-session.ts";
import type { Door } from "./door.ts";
import type { Hands } from "./hands.ts";
import { inRepository, isInRepository } from "./in-repository.ts";
import { OpenedSession } from "./opened-session.ts";
import { type Ground, readers } from "./readers.ts";
import { rememberedReach, withReach } from "./remembered-reach.ts";
import { refusedFor, whyOf } from "./why.ts";

export interface DoorOptions {
  readonly clock: Clock;
  readonly times: LocalTimes;
  readonly hands: Hands;
  openProject(): Promise<Project>;
}

/** The one door of the interface to everything that a person can look at and ask for. */
export function openDoor({ clock, times, hands: given, openProject }: DoorOptions): Door {
  const files = new Map<unknown, SessionFiles>();
  let opened: Promise<Project> | undefined;
  /** Opened once it can be: a repository may be made while the interface is open. */
  const project = () => {
    opened ??= openProject();
    opened.catch(() => {
      opened = undefined;
    });
    return opened;
  };
  const reached = rememberedReach(clock);
  const hands: Hands = {
    ...given,
    around: () => withReach(given.around(), reached),
    perform: (doing) => (isInRepository(doing) ? inRepository(project, given, doing) : given.perform(doing)),
  };
  return {
    clock,
    times,
    changes: (need) => readers[need.kind].changes,
    read: (need, session) => {
      const open = files.get(session);
      return readNeed(need, { project, hands, ...(open && { files: open }) });
    },
    async meant() {
      try {
        const there = await project();
        return (await meantSession(there, await there.sessions.list()))?.id;
      } catch {
        return undefined; // Home says why
      }
    },
    async open(id, listener) {
      try {
        const there = await project();
        const session = new OpenedSession(there, await there.sessions.open(id), hands, listener);
        files.set(session, session.files);
        return session;
      } catch (error) {
        return refusedFor(error);
      }
    },
    perform(doing) {
      reached.forget();
      return hands.perform(doing);
    },
  };
}

async function readNeed<N extends Need>(need: N, ground: Ground): Promise<Seen<Gives<N["kind"]>>> {
  // The table has for each kind the reader of its own needs.
  const read = readers[need.kind].read as (need: N, ground: Ground) => Promise<Gives<N["kind"] & NeedKind>>;
  try {
    return { kind: "there", value: await read(need, ground) };
  } catch (error) {
    return { kind: "failed", why: whyOf(error) };
  }
}

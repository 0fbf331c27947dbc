import type { SessionFiles } from "../../core/ports/sessions.ts";
import type { Emitted } from "../../core/ports/signal.ts";
import { followSignals } from "./follow-signals.ts";
import { serveSignals } from "./serve-signals.ts";

export interface SignalsOptions {
  /** Holds the address of the runner's socket. */
  readonly addressFile: string;
  readonly temporary: string;
  /** How far the log has come, as this process knows it. */
  head(): number;
}

export interface SessionSignals {
  readonly serve: SessionFiles["serveSignals"];
  readonly follow: SessionFiles["followSignals"];
}

/**
 * The signals of one session. While this process serves them, its own followers get them directly; otherwise they get
 * what comes over the socket. So no follower gets one twice, and a runner that has lost its lease goes on as a viewer.
 */
export function openSignals({ addressFile, temporary, head }: SignalsOptions): SessionSignals {
  const followers = new Set<(emitted: Emitted) => void>();
  let servers = 0;
  let changed = new AbortController();
  const count = (by: 1 | -1) => {
    servers += by;
    changed.abort();
    changed = new AbortController();
  };
  return {
    async serve() {
      count(1);
      const server = await serveSignals(addressFile, temporary).catch((error: unknown) => {
        count(-1);
        throw error;
      });
      return {
        emit(signal) {
          const emitted = { after: head(), signal };
          for (const tell of followers) tell(emitted);
          server.emit(emitted);
        },
        async close() {
          await server.close();
          count(-1);
        },
      };
    },
    async follow(signal, tell) {
      followers.add(tell);
      try {
        while (!signal.aborted) {
          const until = AbortSignal.any([signal, changed.signal]);
          if (servers > 0) await aborted(until);
          else for await (const emitted of followSignals(addressFile, until)) tell(emitted);
        }
      } finally {
        followers.delete(tell);
      }
    },
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

import { mkdir } from "node:fs/promises";
import { availableParallelism, totalmem } from "node:os";
import { basename } from "node:path";
import type { SandboxKind } from "../core/terms/sandbox.ts";
import { blockedWords } from "./blocked-words.ts";
import { inSlots, inTurn } from "./in-turn.ts";
import { holdPorts, type Release } from "./machine-turn.ts";
import { openNetwork, type PortTurn } from "./network/open-network.ts";
import { assertRoom } from "./processes/assert-room.ts";
import { hardProcesses } from "./processes/control-groups.ts";
import { onRecord } from "./processes/on-record.ts";
import type { CommandEnd } from "./processes/run-command.ts";
import type { Dependencies } from "./sandbox/mounts/dependency-mounts.ts";
import { networkOf } from "./sandbox/sandbox.ts";
import { type Reach, type Ready, usualChecksAtOnce, usualLimits } from "./sandbox-here.ts";
import { keptScratch, type Site } from "./site.ts";
import { inLine } from "./telling.ts";

export interface InsideCall {
  readonly command: string;
  readonly timeoutMs: number;
  readonly mostBytes: number;
  readonly reach: Reach;
  readonly env?: Readonly<Record<string, string>>;
  readonly dependencies?: Dependencies;
  /** Gets the whole output as it comes. `worktree`: its path inside. */
  onText?(text: string, worktree: string): void;
}

export interface InsideEnd extends CommandEnd {
  readonly ms: number;
  readonly sandbox: SandboxKind;
  /** What the sandbox did to it, in words. */
  readonly blocked?: string;
}

/** Runs a command inside. When this settles, none of its processes is running. */
export function runInside(
  site: Site,
  ready: Ready,
  path: string,
  call: InsideCall,
  signal: AbortSignal,
): Promise<InsideEnd> {
  const { ports } = ready.reachable[call.reach];
  switch (call.reach) {
    case "setup":
      return run(site, ready, path, call, signal);
    case "commands":
      return withPorts(ports, signal, (turn) => run(site, ready, path, call, signal, turn));
    case "checks": {
      const start = inLine(site.tell, call.command, () => run(site, ready, path, call, signal));
      if (ports.length > 0) return inPortTurn(site, ports, signal, start);
      const atOnce = ready.checksAtOnce ?? usualChecksAtOnce(availableParallelism(), totalmem());
      return inSlots(`checks:${site.folder}:${site.fence}`, atOnce, start);
    }
  }
}

/** Tests that share a database must not share it at the same time. */
export function inPortTurn<T>(
  site: Pick<Site, "folder" | "fence">,
  ports: readonly number[],
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  return inTurn(`ports:${site.folder}:${site.fence}`, async () => {
    const release = await holdPorts(ports, signal);
    try {
      return await work();
    } finally {
      release();
    }
  });
}

/** Most of a member's commands use no port, so each waits only when it does. It keeps its turn until it ends. */
async function withPorts<T>(
  ports: readonly number[],
  signal: AbortSignal,
  work: (turn: PortTurn) => Promise<T>,
): Promise<T> {
  const ended = new AbortController();
  let held: Promise<Release> | undefined;
  const turn = () => {
    held ??= holdPorts(ports, AbortSignal.any([signal, ended.signal]));
    return held;
  };
  try {
    return await work(turn);
  } finally {
    ended.abort();
    void held?.then(
      (release) => release(),
      () => {},
    );
  }
}

function run(
  site: Site,
  { sandbox, limits, reachable, outside }: Ready,
  path: string,
  call: InsideCall,
  signal: AbortSignal,
  turn?: PortTurn,
): Promise<InsideEnd> {
  const { memoryBytes, processes, diskBytes } = { ...usualLimits, ...limits };
  return onRecord(site, call.reach, async ({ temporary, record }) => {
    const cache = await cacheFor(site, path, call.reach);
    const folders = [path, temporary, ...(cache === undefined ? [] : [cache])];
    const network = await openNetwork(networkOf(temporary), reachable[call.reach], outside, turn);
    try {
      const inside = await sandbox.enter({
        worktree: path,
        commonDir: await site.commonDir(),
        temporary,
        ...(cache !== undefined && { cache }),
        ...(call.dependencies && { dependencies: call.dependencies }),
        ...(network && { network }),
        processes: hardProcesses(processes),
      });
      const began = Date.parse(site.clock.now());
      const ended = await site.runCommand(
        {
          command: call.command,
          start: inside.start,
          cwd: path,
          env: { ...call.env, ...inside.env },
          record,
          timeoutMs: call.timeoutMs,
          mostBytes: call.mostBytes,
          redaction: site.redaction,
          limits: {
            memoryBytes,
            processes,
            disk: { bytes: diskBytes, folders },
            fileBytes: diskBytes,
          },
          onText: (text) => call.onText?.(text, inside.worktree),
        },
        signal,
      );
      const ms = Date.parse(site.clock.now()) - began;
      // A member sees that its own command found no room.
      if (call.reach !== "commands" && ended.exit !== 0 && ended.over === undefined)
        assertRoom([...folders, ...(call.dependencies?.shared ? [call.dependencies.shared.from] : [])]);
      const refused = network?.refused() ?? [];
      const about = { sandbox: sandbox.kind, reach: call.reach, refused };
      const blocked = blockedWords({ ...ended, ...about, hasProxy: network?.proxy !== undefined });
      return { ...ended, ms, sandbox: sandbox.kind, ...(blocked !== undefined && { blocked }) };
    } finally {
      await network?.close();
    }
  });
}

/**
 * A member's programs share a cache in one worktree, and those of the harness in one runner: a compiler that begins anew
 * each time takes many times as long. Set-up has none: what it makes lasts.
 */
async function cacheFor(site: Site, path: string, reach: Reach): Promise<string | undefined> {
  if (reach === "setup") return undefined;
  const cache = keptScratch(site, reach === "checks" ? "cache-of-checks" : `cache-of-${basename(path)}`);
  await mkdir(cache, { recursive: true });
  return cache;
}

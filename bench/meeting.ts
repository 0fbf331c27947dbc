import { dirname, join } from "node:path";
import type { Request } from "../src/core/ports/request.ts";
import { ProviderCache, weighted } from "./cost/provider-cache.ts";
import { playMeeting } from "./meeting/play-meeting.ts";
import { bytesPerToken, readSession } from "./meeting/read-session.ts";

/** What a talk takes until its plan is accepted. */
export interface MeetingCost {
  readonly session: string;
  readonly rows: readonly {
    readonly meeting: string;
    readonly requests: number;
    readonly kilobytes: number;
    readonly weighted?: number;
    readonly bar?: string;
    readonly holds?: boolean;
  }[];
}

const bars = { short: { requests: 12, kilobytes: 150 }, full: { requests: 28, kilobytes: 380 } };

/** Plays a recorded session again in each size of meeting. `root` is the folder that holds prompts/. */
export async function meetingCost(
  path: string,
  root = join(dirname(process.argv[1] ?? ""), "..", ".."),
): Promise<MeetingCost> {
  const recorded = readSession(path);
  const rows = [];
  for (const size of ["short", "full"] as const) {
    const requests = await playMeeting(recorded, size, root);
    const kilobytes = Math.round(requests.reduce((sum, request) => sum + bytesOf(request), 0) / 1_000);
    const bar = bars[size];
    rows.push({
      meeting: size,
      requests: requests.length,
      kilobytes,
      weighted: weightOf(requests),
      bar: `≤ ${bar.requests} requests, ≤ ${bar.kilobytes} kB`,
      holds: requests.length <= bar.requests && kilobytes <= bar.kilobytes,
    });
  }
  const before = {
    meeting: "as played",
    requests: recorded.requests,
    kilobytes: Math.round((recorded.tokens * bytesPerToken) / 1_000),
  };
  return {
    session: recorded.title,
    rows: [{ meeting: "none", requests: 0, kilobytes: 0, weighted: 0 }, ...rows, before],
  };
}

export function meetingReport({ session, rows }: MeetingCost): string {
  const cells = rows.map(({ meeting, requests, kilobytes, weighted: tokens, bar = "", holds }) => [
    meeting,
    String(requests),
    String(kilobytes),
    tokens === undefined ? "" : tokens.toLocaleString("en"),
    bar,
    holds === undefined ? "" : holds ? "ok" : "missed",
  ]);
  const all = [["meeting", "requests", "kB", "weighted tokens", "bar", ""], ...cells];
  const widths = (all[0] ?? []).map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const lines = all.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  return `${session}, until the plan is accepted:\n${lines.join("\n")}\n\n"As played" counts ${bytesPerToken} bytes for each token that the provider counted.\n`;
}

function bytesOf({ tools, system, messages }: Request): number {
  return Buffer.byteLength(JSON.stringify({ tools, system, messages }));
}

/** At a provider that keeps prefixes of 1,024 tokens and more. */
function weightOf(requests: readonly Request[]): number {
  const cache = new ProviderCache(1_024);
  return Math.round(requests.reduce((sum, request) => sum + weighted(cache.charge(request)), 0));
}

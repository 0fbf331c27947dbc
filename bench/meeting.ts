import { dirname, join } from "node:path";
import type { Request } from "../src/core/ports/request.ts";
import { ProviderCache, weighted } from "./cost/provider-cache.ts";
import { playMeeting } from "./meeting/play-meeting.ts";
import { forms, playTalk, talks } from "./meeting/play-rehearsal.ts";
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

/** What the same talks took when a strong model first played them, in the meetings of that time. */
const asFirstPlayed = {
  profiles: { meeting: "as first played", requests: 36, kilobytes: 510 },
  streaming: { meeting: "as first played", requests: 38, kilobytes: 663 },
} satisfies Record<(typeof talks)[number], MeetingCost["rows"][number]>;

/** The repository: it holds prompts/ and rehearsals/. */
const rootHere = () => join(dirname(process.argv[1] ?? ""), "..", "..");

/** What each talk that comes as a rehearsal takes, in each size of meeting. */
export async function talkCosts(root = rootHere()): Promise<readonly MeetingCost[]> {
  const costs: MeetingCost[] = [];
  for (const name of talks) {
    const rows: MeetingCost["rows"][number][] = [noTalk];
    let title = "";
    for (const form of forms) {
      const played = await playTalk(name, form, root);
      rows.push(rowOf(form, played.requests));
      title = played.title;
    }
    costs.push({ session: title, rows: [...rows, asFirstPlayed[name]] });
  }
  return costs;
}

const noTalk = { meeting: "none", requests: 0, kilobytes: 0, weighted: 0 };

function rowOf(form: keyof typeof bars, requests: readonly Request[]): MeetingCost["rows"][number] {
  const kilobytes = Math.round(requests.reduce((sum, request) => sum + requestBytes(request), 0) / 1_000);
  const bar = bars[form];
  return {
    meeting: form,
    requests: requests.length,
    kilobytes,
    weighted: weightOf(requests),
    bar: `≤ ${bar.requests} requests, ≤ ${bar.kilobytes} kB`,
    holds: requests.length <= bar.requests && kilobytes <= bar.kilobytes,
  };
}

/** Plays a recorded session again in each size of meeting. */
export async function meetingCost(path: string, root = rootHere()): Promise<MeetingCost> {
  const recorded = readSession(path);
  const rows = [];
  for (const size of forms) rows.push(rowOf(size, await playMeeting(recorded, size, root)));
  const before = {
    meeting: "as played",
    requests: recorded.requests,
    kilobytes: Math.round((recorded.tokens * bytesPerToken) / 1_000),
  };
  return {
    session: recorded.title,
    rows: [noTalk, ...rows, before],
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
  return `${session}, until the plan is accepted:\n${lines.join("\n")}\n`;
}

/** What a request sends, without the names of model and provider. */
export function requestBytes({ tools, system, messages }: Request): number {
  return Buffer.byteLength(JSON.stringify({ tools, system, messages }));
}

/** At a provider that keeps prefixes of 1,024 tokens and more. */
function weightOf(requests: readonly Request[]): number {
  const cache = new ProviderCache(1_024);
  return Math.round(requests.reduce((sum, request) => sum + weighted(cache.charge(request)), 0));
}

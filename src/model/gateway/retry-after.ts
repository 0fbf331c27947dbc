type Headers = Readonly<Record<string, string | undefined>>;

/**
 * How long a provider asked us to wait, in milliseconds from now. Undefined: it did not say. A wait that it names comes
 * first; next the time when its limits are full again, of the limit that takes longest. Points in time are compared with
 * the sender's own clock when that is known: ours may be wrong.
 */
export function retryAfterMs(headers: Headers, body: string | undefined, ours: number): number | undefined {
  const theirs = Date.parse(headers.date ?? "");
  const now = Number.isNaN(theirs) ? ours : theirs;
  const exact = numberOf(headers["retry-after-ms"]);
  if (exact !== undefined) return Math.ceil(exact);
  return (
    fromRetryAfter(headers, now) ??
    fromBody(body) ??
    longest([...anthropicResets(headers, now), ...otherResets(headers, now)])
  );
}

/** Seconds or a date. */
function fromRetryAfter(headers: Headers, now: number): number | undefined {
  const value = headers["retry-after"]?.trim();
  if (value === undefined || value === "") return undefined;
  const seconds = numberOf(value);
  if (seconds !== undefined) return Math.ceil(seconds * 1000);
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

/** Google's details of an error have `"retryDelay": "34.5s"`; others write "Please try again in 6m0s." */
function fromBody(body = ""): number | undefined {
  const delay = /"retryDelay"\s*:\s*"([^"]{1,20})"|try again in ((?:[\d.]+[a-z]+)+)/.exec(body);
  const text = delay?.[1] ?? delay?.[2];
  return text === undefined ? undefined : durationMs(text.replace(/\.$/, ""));
}

/** `anthropic-ratelimit-input-tokens-reset: 2030-01-01T00:00:12Z`; limits with something left do not count. */
function anthropicResets(headers: Headers, now: number): readonly number[] {
  return limitsNamed(
    headers,
    /^anthropic-ratelimit-(.+)-reset$/,
    (kind) => `anthropic-ratelimit-${kind}-remaining`,
  )
    .map((value) => Date.parse(value) - now)
    .filter((ms) => ms >= 0);
}

/** `x-ratelimit-reset-tokens: 6m0.5s`; some send a timestamp or a number of seconds instead. */
function otherResets(headers: Headers, now: number): readonly number[] {
  return limitsNamed(headers, /^x-ratelimit-reset-?(.*)$/, (kind) =>
    kind === "" ? "x-ratelimit-remaining" : `x-ratelimit-remaining-${kind}`,
  ).flatMap((value) => {
    const moment = numberOf(value);
    if (moment === undefined) return durationMs(value) ?? [];
    if (moment > 1e12) return Math.max(0, moment - now);
    return moment > 1e9 ? Math.max(0, moment * 1000 - now) : Math.ceil(moment * 1000);
  });
}

function limitsNamed(
  headers: Headers,
  reset: RegExp,
  remaining: (kind: string) => string,
): readonly string[] {
  return Object.entries(headers).flatMap(([name, value]) => {
    const kind = reset.exec(name)?.[1];
    if (kind === undefined || value === undefined) return [];
    const left = numberOf(headers[remaining(kind)]);
    return left === undefined || left === 0 ? [value] : [];
  });
}

/** `1h2m3.5s`, `120ms` */
function durationMs(text: string): number | undefined {
  if (!/^(\d+(\.\d+)?(ms|s|m|h|d))+$/.test(text)) return undefined;
  const unit: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h|d)/g)];
  return Math.ceil(
    parts.reduce((sum, [, amount, name]) => sum + Number(amount) * (unit[name ?? ""] ?? 0), 0),
  );
}

function numberOf(text: string | undefined): number | undefined {
  return text !== undefined && /^\s*\d+(\.\d+)?\s*$/.test(text) ? Number(text) : undefined;
}

function longest(all: readonly number[]): number | undefined {
  return all.length > 0 ? Math.max(...all) : undefined;
}

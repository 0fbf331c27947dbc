const units = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

/** `2 days ago`, `1 hour ago`, `just now`: also for a time that lies ahead, because a clock was set back. */
export function agoWords(then: string, now: string): string {
  const ms = Date.parse(now) - Date.parse(then);
  const [unit, size] = units.find(([, least]) => ms >= least) ?? [];
  if (unit === undefined) return "just now";
  const number = Math.floor(ms / size);
  return `${number} ${number === 1 ? unit : `${unit}s`} ago`;
}

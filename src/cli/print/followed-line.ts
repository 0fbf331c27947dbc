/** What a run or a shipping took over from files that have changed. */
export function followedLine(followed: string): string {
  return `Since the last run: ${followed}.`;
}

/** Where the work went. `made`: the branch was made for it. */
export interface ShippedTo {
  readonly onto: string;
  readonly made: boolean;
}

/** "onto main", or "as the new branch huddle-twice". */
export function shippedWords({ onto, made }: ShippedTo): string {
  return made ? `as the new branch ${onto}` : `onto ${onto}`;
}

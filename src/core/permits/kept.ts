/** What set-up makes in a worktree, and whether it lies beside it, where only commands and checks see it. */
export interface Kept {
  readonly paths: readonly string[];
  readonly isBeside: boolean;
}

/** The kept path that this one is, or lies in. Capitals do not count on every disk. */
export function keptAt(paths: readonly string[], path: string): string | undefined {
  const tidy = (text: string) =>
    `${text
      .split("/")
      .filter((part) => part !== "" && part !== ".")
      .join("/")}/`;
  const place = tidy(path).toLowerCase();
  return paths.find((one) => tidy(one) !== "/" && place.startsWith(tidy(one).toLowerCase()));
}

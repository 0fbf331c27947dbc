/** The screens of the interface, in the order of the bar on top. */
export const screenNames = [
  "home",
  "room",
  "board",
  "review",
  "inbox",
  "decisions",
  "trace",
  "cost",
  "settings",
] as const;

export type ScreenName = (typeof screenNames)[number];

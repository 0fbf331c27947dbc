import type { Shipment } from "../../../state/session.ts";
import { oneLine } from "../../../text/one-line.ts";
import { shellWord } from "../../../text/quoted.ts";

/** What a person can type next depends on what their repository and machine have. */
export interface AfterShip {
  readonly shipment: Shipment;
  /** The branch that the session began from. Empty: the head was detached. */
  readonly branch: string;
  /** What the work is compared with: that branch, or the commit where it is gone. */
  readonly base: string;
  readonly title: string;
  readonly remote?: string | undefined;
  /** The program that opens pull requests, if it is installed. */
  readonly program?: string | undefined;
  /** The file with the words of a pull request. */
  readonly body?: string | undefined;
}

/** The commands that help after a shipping, each as it can be typed, in the order in which they are useful. */
export function afterShip(after: AfterShip): readonly string[] {
  const { shipment } = after;
  const { onto, how, was, commit } = shipment;
  if (how === "patch") return [`git apply --stat ${shellWord(onto)}`, `git am --3way ${shellWord(onto)}`];
  const compared =
    was === null
      ? `${shellWord(after.base)}...${shellWord(onto)}`
      : `${was.slice(0, 12)} ${commit.slice(0, 12)}`;
  return [`git diff ${compared}`, ...pushing(after), ...(opensRequest(after) ? [opening(after)] : [])];
}

/** Whether a pull request can follow. If it was asked for, its command is told even where its program is missing. */
export function opensRequest({ shipment, branch, remote, program }: Omit<AfterShip, "body">): boolean {
  if (shipment.how === "patch" || shipment.url !== undefined) return false;
  if (shipment.how === "pr") return true;
  return remote !== undefined && program !== undefined && shipment.onto !== branch;
}

function pushing({ shipment: { onto, how, url, unopened }, remote }: AfterShip): readonly string[] {
  if (url !== undefined || unopened !== undefined) return [];
  if (remote === undefined && how !== "pr") return [];
  return [`git push ${shellWord(remote ?? "<remote>")} ${shellWord(onto)}`];
}

function opening({ shipment: { onto }, branch, title, program = "gh", body = "" }: AfterShip): string {
  const [from, to, create, words] =
    program === "glab"
      ? ["--source-branch", "--target-branch", "glab mr create", `--description "$(cat ${shellWord(body)})"`]
      : ["--head", "--base", "gh pr create", `--body-file ${shellWord(body)}`];
  const base = branch === "" ? "" : ` ${to} ${shellWord(branch)}`;
  return `${create} ${from} ${shellWord(onto)}${base} --title ${shellWord(oneLine(title))} ${words}`;
}

/** Each command on a line of its own, to be copied. */
export function afterShipLines(commands: readonly string[]): readonly string[] {
  if (commands.length === 0) return [];
  return ["What you can type next:", ...[...commands, "huddle ship --undo"].map((command) => `  ${command}`)];
}

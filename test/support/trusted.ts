import { realpath } from "node:fs/promises";
import { join } from "node:path";
import type { Trust } from "../../src/app/project.ts";
import { executionOf } from "../../src/app/settings/trust.ts";
import { hash } from "../../src/cli/wire/places.ts";
import { policyOf } from "../../src/config/team/read-team.ts";
import { changeTrust } from "../../src/config/user/trust-file.ts";

/** Of a project in which nothing is executed that a person would have to trust. */
export const nothingTrusted: Trust = { hashes: async () => [], give: async () => {} };

/** The person trusts what this team file executes. What is no team file executes nothing. */
export async function trustTeam(
  { root, repository }: { readonly root: string; readonly repository: string },
  text = "{}",
): Promise<void> {
  const execution = executionOf({ seats: [], policy: policyOf(parsed(text)) }, hash);
  if (!execution) return;
  await changeTrust(join(root, ".config", "huddle"), await realpath(join(repository, ".git")), (before) => ({
    ...before,
    hashes: [...before.hashes, execution.hash],
  }));
}

function parsed(text: string): Parameters<typeof policyOf>[0] {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

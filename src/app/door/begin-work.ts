import type { InRepository } from "../../core/views/screen/want.ts";
import type { Project } from "../project.ts";
import { groomingPolicy } from "../sessions/groom.ts";
import { type NewSession, newSession } from "../sessions/new-session.ts";
import { prepareSession } from "../sessions/prepare-session.ts";
import { assertTrusted, executionOf } from "../settings/trust.ts";
import type { Performed } from "./door.ts";
import type { Hands } from "./hands.ts";

type Begin = Extract<InRepository, { kind: "begin" }>;

const ways = {
  iteration: { purpose: "iteration", command: 'huddle new "…"', run: false },
  "small work": { purpose: "do", command: 'huddle do "…"', run: true },
  grooming: { purpose: "groom", command: 'huddle groom "…"', run: true },
} as const;

/** Opens a session as `new`, `do` and `groom` do. One that cannot run is not opened where it would be run at once. */
export async function beginWork(
  project: Project,
  hands: Pick<Hands, "base" | "askTrust" | "models">,
  { what, title }: Begin,
): Promise<Performed> {
  const { purpose, command, run } = ways[what];
  const repository = await hands.base();
  const { start, lacking } = await prepareSession(project, { repository, purpose, cap: {}, command });
  await assertTrusted(project, executionOf(start, project.hash), hands.askTrust);
  if (run) await (await hands.models()).open(start.seats.map(({ model }) => model));
  const files = await newSession(project, {
    ...start,
    ...shapeOf(what, start),
    title: title.trim(),
    brief: "",
  });
  await files.close();
  const without = lacking.map(({ text }) => text).join("\n");
  return {
    kind: "done",
    opens: { session: files.id, run },
    ...(without !== "" && { says: without }),
  };
}

function shapeOf(
  what: Begin["what"],
  { policy }: Pick<NewSession, "policy">,
): Partial<Pick<NewSession, "kind" | "policy" | "oneTask">> {
  if (what === "small work") return { oneTask: true };
  return what === "grooming" ? { kind: "grooming", policy: groomingPolicy(policy) } : {};
}

import { join } from "node:path";
import { openPrompts } from "../../src/config/prompts/open-prompts.ts";
import type { Request } from "../../src/core/ports/request.ts";
import type { State } from "../../src/core/state/state.ts";
import { defaultPolicy } from "../../src/core/terms/defaults.ts";
import { meetingPolicy } from "../../src/core/terms/meeting/meeting.ts";
import { loadRehearsal } from "../../src/model/rehearsal/load-rehearsal.ts";
import { RehearsalModel } from "../../src/model/rehearsal/rehearsal-model.ts";
import type { ScriptLine } from "../../src/model/rehearsal/rehearsal-script.ts";
import { FakeSession } from "../../test/support/fake-session.ts";

/** The rehearsals of a talk alone, told in each size of meeting. */
export const talks = ["profiles", "streaming"] as const;

/** The forms in which a talk is told: branches of its script. */
export const forms = ["short", "full"] as const;
export type Form = (typeof forms)[number];

export interface PlayedTalk {
  readonly title: string;
  /** What its members say in this form. */
  readonly lines: readonly ScriptLine[];
  /** In the order in which they were sent. */
  readonly requests: readonly Request[];
  /** When building would begin. */
  readonly state: State;
}

/**
 * Plays a rehearsal in one of its forms until its plan is accepted. The team, its rules, its words and what its members
 * look at are real; log, git and time are in memory. `root` is the folder that holds prompts/ and rehearsals/.
 */
export async function playTalk(name: string, form: Form, root: string): Promise<PlayedTalk> {
  const rehearsal = await loadRehearsal(join(root, "rehearsals", name));
  const files = openPrompts({ shipped: join(root, "prompts"), root: join(root, "bench") });
  const { title, brief, policy, repository } = rehearsal;
  const session = await new FakeSession({
    title,
    brief,
    files: repository.files,
    seats: rehearsal.seats.map((seat) => ({ style: "", ...seat, model: `rehearsal/${name}` })),
    policy: { ...defaultPolicy, ...policy, sizing: true, ...meetingPolicy(form) },
    prompts: { ...files, instructions: async () => undefined },
  }).open();
  const lines = rehearsal.lines.filter(({ branch }) => branch === undefined || branch === form);
  const script = new RehearsalModel({ name, lines }, session.clock, 0);
  const requests: Request[] = [];
  const over = new AbortController();
  const model: typeof script.reply = (request, by, emit, signal) => {
    const isBuilding = by.thread.startsWith("coding/");
    if (isBuilding) over.abort();
    else requests.push(request);
    return script.reply(request, by, emit, signal);
  };
  while (!over.signal.aborted) {
    const ending = await session.run({ model: { reply: model }, signal: over.signal }).catch((error) => {
      if (!over.signal.aborted) throw error;
    });
    const [wait] = session.waits;
    if (over.signal.aborted) break;
    if (wait?.kind === "accept") await session.answer({ kind: "approve" });
    else if (wait?.kind === "question") {
      const act = rehearsal.human.find((one) => one.on === "question" && one.thread === wait.thread);
      await session.answer({ kind: "choose", option: act?.on === "question" ? act.choose : 1 });
    } else throw new Error(`${name}, ${form}: ${JSON.stringify(wait ?? ending)}`);
  }
  script.assertSpent();
  return { title, lines, requests, state: session.state };
}

import type { ModelReply } from "../../src/core/ports/model.ts";

type Call = Extract<ModelReply, { kind: "replied" }>["calls"][number];

/** A reply in which an approval answers every criterion and flag that the request names, citing the first file of the change. */
export function answersAll(reply: ModelReply, asked: { readonly messages: readonly object[] }): ModelReply {
  if (reply.kind !== "replied") return reply;
  const words = asked.messages.flatMap(blocksOf).join("\n");
  return { ...reply, calls: reply.calls.map((call) => completed(call, words)) };
}

/** What a message tells the model. */
function blocksOf(message: object): readonly string[] {
  return "blocks" in message && Array.isArray(message.blocks) ? message.blocks : [];
}

function completed(call: Call, words: string): Call {
  const { input } = call;
  const isApproval =
    typeof input === "object" && input !== null && "status" in input && input.status === "approved";
  if (call.tool !== "review_complete" || !isApproval || "criteria" in input) return call;
  const [, listed = ""] = /Say of each criterion[^\n]*\n((?:\s*- .*\n)*)/.exec(words) ?? [];
  const criteria = [...listed.matchAll(/^\s*- (\S+) /gm)].map(([, id]) => ({
    id,
    met: "yes",
    evidence: shown(words),
  }));
  const flags = [...words.matchAll(/^\s*- flag (\S+):/gm)].map(([, id]) => ({
    id,
    ok: true,
    why: "The task calls for it.",
  }));
  return {
    ...call,
    input: { ...input, ...(criteria.length > 0 && { criteria }), ...(flags.length > 0 && { flags }) },
  };
}

function shown(words: string): readonly string[] {
  const [, path = "t1.txt"] = /^\s*diff --git a\/(\S+) b\/\1$/m.exec(words) ?? [];
  return [`${path}:1`];
}

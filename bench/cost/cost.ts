import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { openPrompts } from "../../src/config/prompts/open-prompts.ts";
import { beforeSuffix, prefixReuse, type Reuse } from "./prefix-reuse.ts";
import { blocksOf, type Charged, ProviderCache, tokens, weighted } from "./provider-cache.ts";
import { readBeside } from "./read-artifacts.ts";
import { readConversation } from "./read-conversation.ts";
import { resend, type Sent } from "./resend.ts";

/** What a conversation would have cost through our views, in tokens. */
export interface Cost {
  readonly conversation: string;
  readonly messages: number;
  readonly skipped: number;
  readonly phases: readonly string[];
  readonly assumed: readonly string[];
  readonly renderings: readonly Rendering[];
}

export interface Rendering {
  readonly rendering: "shared" | "perspective";
  readonly requests: number;
  /** By the shortest prefix that a provider caches. */
  readonly totals: readonly (Charged & { readonly least: number; readonly weighted: number })[];
  /** Characters: of what stands before the suffix in the first request of each phase, and of the largest suffix. */
  readonly first: readonly { readonly phase: string; readonly characters: number }[];
  readonly suffixes: readonly { readonly kind: Sent["kind"]; readonly characters: number }[];
  readonly largest: number;
  readonly within: Reuse;
  readonly between: Reuse;
}

const leasts = [1_024, 4_096];

/** Sends a conversation of gotg's again, turn by turn. `root` is the folder that holds prompts/. */
export async function costOf(
  path: string,
  root = join(dirname(process.argv[1] ?? ""), "..", ".."),
): Promise<Cost> {
  const { parts, skipped } = readConversation(readFileSync(path, "utf8"));
  const beside = readBeside(path);
  const files = openPrompts({ shipped: join(root, "prompts"), root: join(root, "bench") });
  const prompts = { ...files, instructions: async () => undefined };
  const renderings: Rendering[] = [];
  for (const rendering of ["shared", "perspective"] as const)
    renderings.push(measured(rendering, await resend({ parts, beside, rendering, prompts })));
  return {
    conversation: path,
    messages: parts.reduce((sum, { said }) => sum + said.length, 0),
    skipped,
    phases: parts.map(({ phase }) => phase),
    assumed: beside.notes,
    renderings,
  };
}

function measured(rendering: Rendering["rendering"], sent: readonly Sent[]): Rendering {
  const phases = [...new Set(sent.map(({ phase }) => phase))];
  const first = phases.flatMap((phase) => {
    const one = sent.find((each) => each.phase === phase);
    return one ? [{ phase, characters: beforeSuffix(one.request).length }] : [];
  });
  const kinds = [...new Set(sent.map(({ kind }) => kind))];
  return {
    rendering,
    requests: sent.length,
    totals: leasts.map((least) => charged(sent, least)),
    first,
    suffixes: kinds.map((kind) => ({
      kind,
      characters: largestSuffix(sent.filter((one) => one.kind === kind)),
    })),
    largest: Math.max(...sent.map(({ request }) => sizeOf(request))),
    ...prefixReuse(sent),
  };
}

function charged(sent: readonly Sent[], least: number): Rendering["totals"][number] {
  const cache = new ProviderCache(least);
  const all = sent.map(({ request }) => cache.charge(request));
  const sum = (of: (one: Charged) => number) => all.reduce((total, one) => total + of(one), 0);
  return {
    least,
    sent: sum((one) => one.sent),
    written: sum((one) => one.written),
    read: sum((one) => one.read),
    plain: sum((one) => one.plain),
    weighted: sum(weighted),
  };
}

function largestSuffix(sent: readonly Sent[]): number {
  const sizes = sent.map(({ request: { suffix, messages } }) => {
    const message = suffix && messages[suffix.message];
    return message?.role === "user" ? (message.blocks[suffix?.block ?? 0]?.length ?? 0) : 0;
  });
  return Math.max(...sizes);
}

function sizeOf(request: Sent["request"]): number {
  return Math.round(tokens(blocksOf(request).reduce((sum, { text }) => sum + text.length, 0)));
}

import { createHash } from "node:crypto";
import type { Request } from "../../src/core/ports/request.ts";
import { cacheMarks } from "../../src/model/wire/cache-marks.ts";

/** Tokens of one request by what a provider charges for them. A token is four characters. */
export interface Charged {
  readonly sent: number;
  readonly written: number;
  readonly read: number;
  /** Neither written nor read. */
  readonly plain: number;
}

const weights = { written: 1.25, read: 0.1, plain: 1 };

export function weighted({ written, read, plain }: Charged): number {
  return written * weights.written + read * weights.read + plain * weights.plain;
}

/** How many blocks before a mark a provider looks for a cached prefix. */
const lookBack = 20;

/**
 * A provider's prompt cache, as Anthropic describes it. A prefix up to a cache mark is cached if it is long enough. A
 * later request reads the longest cached prefix that ends at one of its own marks, or at most twenty blocks before one.
 * Nothing expires here, because turns are assumed to be at most five minutes apart.
 */
export class ProviderCache {
  readonly #kept = new Set<string>();
  readonly #least: number;

  /** `least` is the shortest prefix that is cached, in tokens. */
  constructor(least: number) {
    this.#least = least;
  }

  charge(request: Request): Charged {
    const blocks = blocksOf(request);
    const ends = endsOf(request.model, blocks);
    const sent = tokens(ends.at(-1)?.length ?? 0);
    const marks = blocks.flatMap((block, at) => {
      const long = tokens(ends[at]?.length ?? 0) >= this.#least;
      return block.marked && long ? [at] : [];
    });
    const found = Math.max(-1, ...marks.map((mark) => this.#foundFrom(ends, mark)));
    const read = tokens(ends[found]?.length ?? 0);
    const marked = tokens(ends[marks.at(-1) ?? -1]?.length ?? 0);
    const written = Math.max(0, marked - read);
    for (const mark of marks) this.#kept.add(ends[mark]?.hash ?? "");
    return { sent, read, written, plain: sent - read - written };
  }

  #foundFrom(ends: readonly End[], mark: number): number {
    for (let at = mark; at >= 0 && at > mark - lookBack; at--)
      if (this.#kept.has(ends[at]?.hash ?? "") && tokens(ends[at]?.length ?? 0) >= this.#least) return at;
    return -1;
  }
}

interface Block {
  readonly text: string;
  readonly marked: boolean;
}

/** Everything that is sent, in the order of the wire: tools, charter, messages block by block, with our marks. */
export function blocksOf(request: Request): readonly Block[] {
  const marks = new Set(cacheMarks(request).map(({ message, block }) => `${message}.${block}`));
  return [
    ...(request.tools.length > 0 ? [{ text: JSON.stringify(request.tools), marked: false }] : []),
    { text: request.system, marked: true },
    ...request.messages.flatMap((message, at) =>
      textsOf(message).map((text, block) => ({
        text: `${message.role}: ${text}`,
        marked: marks.has(`${at}.${block}`),
      })),
    ),
  ];
}

function textsOf(message: Request["messages"][number]): readonly string[] {
  switch (message.role) {
    case "user":
      return message.blocks;
    case "assistant": {
      const calls = message.calls.map((call) => JSON.stringify(call));
      return message.text === "" ? calls : [message.text, ...calls];
    }
    case "tool":
      return message.results.map((result) => JSON.stringify(result));
  }
}

interface End {
  readonly length: number;
  readonly hash: string;
}

/** After each block: how many characters stand before, and what they are. Models do not share. */
function endsOf(model: string, blocks: readonly Block[]): readonly End[] {
  let length = 0;
  let hash = model;
  return blocks.map(({ text }) => {
    length += text.length;
    hash = createHash("sha256").update(`${hash}\n${text.length}\n${text}`).digest("hex");
    return { length, hash };
  });
}

export function tokens(characters: number): number {
  return characters / 4;
}

/** A sentence shorter than this says too little, so the next one is added: "Yes." alone would not help. */
const least = 24;

const abbreviated = /(?:^|[\s(])(?:e\.g|i\.e|etc|cf|vs|approx|resp|no|fig)\.$/i;
const sentenceEnd = /[.!?…:](?=["')\]]*(?:\s|$))/g;

/** The first sentence of a message, on one line and without the marks of a list or a heading. */
export function firstSentence(text: string): string {
  const [paragraph = ""] = text
    .split(/\n\s*\n|\n(?=\s*(?:[-*•#]|\d+[.)])\s)/)
    .map((part) =>
      part
        .replace(/^\s*(?:[-*•]|#+|\d+[.)])\s+/, "")
        .replace(/\s+/g, " ")
        .trim(),
    )
    .filter((part) => part !== "");
  for (const { index } of paragraph.matchAll(sentenceEnd)) {
    const head = paragraph.slice(0, index + 1);
    if (head.length < least || head.endsWith(":") || abbreviated.test(head)) continue;
    return head + (/^["')\]]+/.exec(paragraph.slice(index + 1))?.[0] ?? "");
  }
  return paragraph;
}

import type { ToolContext } from "../../src/core/work/tool.ts";
import { readDiff } from "../../src/tools/code/read-diff.ts";
import type { BenchRow } from "../log.ts";

const count = 12_000;
const mostBytes = 64 * 1024;

/** The largest page of a long change whose lines are of every length and language. */
export async function benchPages(): Promise<BenchRow> {
  const words = [
    "const value = 1;",
    "",
    "// 値を計算する関数です、とても長い説明",
    "x".repeat(300),
    "né à Zürich",
  ];
  const lines = Array.from({ length: count }, (_, index) => `+${words[index % words.length]} ${index}`);
  const change = `diff --git a/a.js b/a.js\nnew file mode 100644\n--- /dev/null\n+++ b/a.js\n@@ -0,0 +1,${count} @@\n${lines.join("\n")}\n`;
  const hands: ToolContext = { files: undefined, worktree: undefined, diff: async () => change };
  if (readDiff.effect !== "reads") throw new Error("reading a diff reads");
  let most = 0;
  let pages = 0;
  for (let isMore = true; isMore; ) {
    pages += 1;
    const said = await readDiff.run(readDiff.input.parse({ page: pages }), hands);
    most = Math.max(most, Buffer.byteLength(said.text));
    isMore = said.text.includes(`ask for page ${pages + 1}`);
  }
  return {
    name: `the largest of ${pages} pages of a diff of ${count} lines`,
    measured: `${(most / 1024).toFixed(1)} KB`,
    baseline: "",
    held: { bar: "≤ 64 KB", isHeld: most <= mostBytes },
  };
}

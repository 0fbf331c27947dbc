import { expect, test } from "vitest";
import type { Worktree } from "../ports/files.ts";
import { keptAside } from "./kept-aside.ts";

const paths = ["node_modules"];

/** What each way to use a path says: `through`, or the first words of why not. */
async function uses(path: string, isBeside: boolean): Promise<Readonly<Record<string, string>>> {
  const through = async () => "through";
  const plain = { readText: through, list: through, look: through, mayWrite: through, write: through };
  // Only these are called, and what they return is told apart by this test alone.
  const aside = keptAside(plain as unknown as Worktree, async () => ({ paths, isBeside }));
  const said = async (answer: Promise<unknown>) => {
    const found = (await answer) as string | { readonly reason: string };
    return typeof found === "string" ? found : found.reason;
  };
  return {
    readText: await said(aside.readText(path)),
    list: await said(aside.list(path)),
    look: await said(aside.look(path)),
    mayWrite: await said(aside.mayWrite(path)),
    write: await said(aside.write(path, "x")),
  };
}

test.each([true, false])(
  "what set-up makes is not written by tools, and read only where it is (beside: %s)",
  async (isBeside) => {
    const { readText, list, ...writing } = await uses("node_modules/x.js", isBeside);
    for (const said of Object.values(writing))
      expect(said).toMatch(
        /^node_modules is what set-up installs: .* no commit holds it\. .* call install\.$/,
      );
    for (const said of [readText, list])
      expect(said).toMatch(
        isBeside ? /outside of your worktree.*run_command.* call install\.$/ : /^through$/,
      );
    expect(new Set(Object.values(await uses("src/x.js", isBeside)))).toEqual(new Set(["through"]));
  },
);

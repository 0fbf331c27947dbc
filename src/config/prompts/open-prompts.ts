import { join } from "node:path";
import { Fault } from "../../core/fault.ts";
import type { Prompts } from "../../core/ports/prompts.ts";
import { assertPrompts, type PromptSet, promptVariables } from "../../core/terms/prompt-files.ts";
import { readTextFile } from "../read-text-file.ts";
import { promptFaults } from "./prompt-faults.ts";
import { type CommittedFiles, readOwnPrompts } from "./prompts-own.ts";

export interface PromptPlaces {
  /** The folder of the prompts that ship. */
  readonly shipped: string;
  /** The top folder of the person's checkout. */
  readonly root: string;
  /** Left out: there is no sparse checkout. */
  readonly committed?: CommittedFiles;
}

export interface PromptFiles extends Pick<Prompts, "read" | "holdTo"> {
  /** All prompts, and what is wrong with the project's own. Throws only when Huddle's own files are missing. */
  load(): Promise<PromptSet>;
}

/**
 * Prompt files: the project's own replace the ones that ship, name by name. Reading one checks all of the project's,
 * so that none is used beside one that is wrong.
 */
export function openPrompts({ shipped, root, committed = async () => new Map() }: PromptPlaces): PromptFiles {
  let shipping: Promise<ReadonlyMap<string, string>> | undefined;
  const load = async (): Promise<PromptSet> => {
    shipping ??= readShipped(shipped);
    const texts = await shipping;
    const own = await readOwnPrompts(root, [...texts.keys()], committed);
    const files = [...texts].map(([name, text]) => {
      const mine = own.files.get(name);
      return { name, shipped: text, ...(mine && { own: mine }) };
    });
    const faults = await Promise.all(files.map(promptFaults));
    return { files, faults: [...own.faults, ...faults.flat()] };
  };
  return {
    load,
    async read(name) {
      const set = await load();
      assertPrompts(set);
      const file = set.files.find((one) => one.name === name);
      if (!file) throw missing(name, shipped);
      return file.own?.text ?? file.shipped;
    },
    async holdTo(schema) {
      const { holdTo } = await import("./hold-to.ts");
      return holdTo(schema);
    },
  };
}

async function readShipped(folder: string): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  for (const name of Object.keys(promptVariables)) {
    const text = await readTextFile(join(folder, name));
    if (text === undefined) throw missing(name, folder);
    texts.set(name, text);
  }
  return texts;
}

function missing(name: string, folder: string): Fault {
  return new Fault(
    "prompt.missing",
    `There is no prompt ${name} in ${folder}. Huddle's files are incomplete: install it again.`,
  );
}

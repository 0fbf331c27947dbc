import { FoundTests, Lines } from "../found-tests.ts";
import type { Reader } from "../test-report.ts";
import { yamlFields } from "../yaml-fields.ts";
import { tapTest } from "./tap.ts";

interface Open {
  readonly heading: string | undefined;
  readonly name: string;
  readonly lines: Lines;
}

/**
 * tap-spec, which draws the TAP of tape for people: the name of a test as a heading, its assertions below it, and under
 * one that failed a rule and its fields. The list at the end has no rules, and repeats only names.
 */
export function tapSpecReader(): Reader {
  const found = new FoundTests();
  let before = "";
  let heading: string | undefined;
  let open: Open | undefined;

  const close = () => {
    if (open) {
      const lines = open.lines.all();
      const around = open.heading === undefined ? [] : [open.heading];
      found.add(tapTest(open.name, around, yamlFields(lines), lines));
    }
    open = undefined;
  };

  return {
    format: "tap",
    line(line) {
      const name = /^ {4}[✖✗×] (.+)$/.exec(before)?.[1];
      if (name !== undefined && /^ {4}-{3,}$/.test(line)) {
        close();
        open = { heading, name, lines: new Lines() };
      } else if (/^ {6}/.test(line)) open?.lines.add(line);
      else if (line.trim() !== "") {
        close();
        if (before.trim() === "" && /^ {2}\S/.test(line)) heading = line.trim();
      }
      before = line;
    },
    end() {
      close();
      return found.failing();
    },
    // The summary at the end says it better.
    counts: () => undefined,
  };
}

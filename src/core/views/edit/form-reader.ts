import { keptBack } from "./kept-text.ts";
import { type LineFault, type Part, type Point, partName } from "./markdown.ts";

export type Path = readonly PropertyKey[];

/** What is labelled below one heading: `- files: a.js, b.js`. Undefined: it does not stand there. */
export interface Fields {
  text(label: string, at: Path): string | undefined;
  texts(label: string, at: Path): readonly string[] | undefined;
  names(label: string, at: Path): readonly string[] | undefined;
}

/** Takes values out of a form and remembers the line of each. What nothing asked for is a fault. */
export interface FormReader {
  prose(heading: string, at: Path): string;
  /** The first heading and what stands below it. */
  titled(title: Path, prose: Path): readonly [title: string, prose: string];
  points(heading: string, at: Path): readonly Point[];
  texts(heading: string, at: Path): readonly string[];
  /** The parts that are no known ones: a heading for each task. */
  tasks(): readonly Part[];
  fields(points: readonly Point[], labels: readonly string[]): Fields;
  note(at: Path, line: number): void;
  fault(line: number, reason: string): void;
  lineOf(at: Path): number;
  /** Adds a fault for each part that was not asked for. */
  refuseOthers(): void;
}

export function formReader(parts: readonly Part[], faults: LineFault[]): FormReader {
  const lines = new Map<string, number>();
  const asked = new Set<Part>();
  const known: string[] = [];
  const note = (at: Path, line: number): void => void lines.set(JSON.stringify(at), line);
  const fault = (line: number, reason: string): void => void faults.push({ line, reason });

  function partOf(heading: string, level: 1 | 2, at: Path): Part | undefined {
    const name = partName(heading);
    known.push(name);
    const [part, again] = parts.filter((one) => one.level === level && partName(one.heading) === name);
    for (const one of [part, again]) if (one) asked.add(one);
    if (again) fault(again.line, `${name} stands here a second time`);
    if (part) note(at, part.line);
    return part;
  }

  function texts(points: readonly Point[], at: Path): readonly string[] {
    return points.map(({ line, text }, index) => {
      note([...at, index], line);
      return keptBack(text);
    });
  }

  return {
    note,
    fault,
    prose: (heading, at) => keptBack(partOf(heading, 1, at)?.prose ?? ""),
    titled(title, prose) {
      const part = parts.find(({ level }) => level === 1);
      if (!part) return ["", ""];
      for (const at of [title, prose]) note(at, part.line);
      asked.add(part);
      return [keptBack(part.heading), keptBack(part.prose)];
    },
    points: (heading, at) => partOf(heading, 2, at)?.points ?? [],
    texts: (heading, at) => texts(partOf(heading, 2, at)?.points ?? [], at),
    tasks() {
      const tasks = parts.filter((part) => part.level === 2 && !asked.has(part));
      for (const part of tasks) asked.add(part);
      return tasks;
    },
    fields: (points, labels) => fieldsOf(points, labels, { note, fault }),
    lineOf(at) {
      for (let length = at.length; length > 0; length -= 1) {
        const line = lines.get(JSON.stringify(at.slice(0, length)));
        if (line !== undefined) return line;
      }
      return 1;
    },
    refuseOthers() {
      const names = known.length > 0 ? `. There are: ${known.join(", ")}` : "";
      for (const { line, heading } of parts.filter((part) => !asked.has(part)))
        fault(line, `there is no part "${heading}" here${names}`);
    },
  };
}

function fieldsOf(
  points: readonly Point[],
  labels: readonly string[],
  { note, fault }: Pick<FormReader, "note" | "fault">,
): Fields {
  const all = points.flatMap(({ line, text }) => {
    const [, label = "", words = ""] = /^([^:]*):(.*)$/s.exec(text) ?? [];
    if (labels.includes(label.trim())) return [{ line, label: label.trim(), words }];
    fault(line, `a point begins with one of these and a colon: ${labels.join(", ")}`);
    return [];
  });
  const under = (label: string, at: Path) => {
    const fields = all.filter((one) => one.label === label);
    if (fields[0]) note(at, fields[0].line);
    return fields;
  };
  return {
    text(label, at) {
      const [field, again] = under(label, at);
      if (again) fault(again.line, `"${label}" stands here a second time`);
      return field && keptBack(field.words);
    },
    texts(label, at) {
      const fields = under(label, at);
      if (fields.length === 0) return undefined;
      if (fields.length === 1 && fields[0]?.words.trim() === "") return [];
      return fields.map(({ line, words }, index) => {
        note([...at, index], line);
        return keptBack(words);
      });
    },
    names(label, at) {
      const fields = under(label, at);
      if (fields.length === 0) return undefined;
      return fields.flatMap(({ words }) => (words.trim() === "" ? [] : words.split(",").map(keptBack)));
    },
  };
}

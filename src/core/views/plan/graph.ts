import { layersOf } from "../../terms/task-graph.ts";
import { fitted, widthOf } from "../text-width.ts";
import type { GraphRow, PlanGraph } from "./plan-graph.ts";
import { shapeLines } from "./plan-shape.ts";

/** The drawing of a plan's graph, and what its shape means. */
export function planRows({ tasks, shape }: PlanGraph, width: number): readonly string[] {
  return [...graphRows(tasks, width), ...shapeLines(shape)];
}

/**
 * The graph of the tasks, layer below layer, each row at most `width` columns wide. Tasks inside one bracket can be
 * built side by side; an arrow leads from one layer to the next, and each row names the tasks it comes after.
 */
export function graphRows(tasks: readonly GraphRow[], width: number): readonly string[] {
  const layers = layersOf(tasks);
  const columns = columnsOf(tasks, layers.length, width);
  return layers.flatMap((layer, index) => {
    const next = layers[index + 1] ?? [];
    const rows = layer.map((task, place) => {
      const number = place === 0 ? String(index + 1) : "";
      return `${number.padStart(columns.layer)} ${bracket(place, layer.length)} ${rowOf(task, columns)}`;
    });
    const isForked = layer.length > 1 || next.length > 1;
    return [
      ...rows.map((row) => fitted(row.trimEnd(), width)),
      ...(next.length > 0 && isForked ? [`${" ".repeat(columns.layer)} ↓`] : []),
    ];
  });
}

interface Columns {
  readonly layer: number;
  readonly id: number;
  readonly title: number;
  readonly owner: number;
  readonly state: number;
  readonly after: number;
}

const narrowestTitle = 12;
const broadestOwner = 12;

/** Titles are shortened first, down to a few words; the list of tasks before takes at most a third. */
function columnsOf(tasks: readonly GraphRow[], layers: number, width: number): Columns {
  const widest = (of: (task: GraphRow) => string) => Math.max(0, ...tasks.map((task) => widthOf(of(task))));
  const layer = String(layers).length;
  const id = widest((task) => task.id);
  const owner = Math.min(
    broadestOwner,
    widest((task) => task.owner),
  );
  const state = widest((task) => task.state ?? "");
  const after = Math.min(
    Math.max(10, Math.floor(width / 3)),
    widest(({ dependsOn }) => afterText(dependsOn, Number.POSITIVE_INFINITY)),
  );
  const taken = layer + 3 + id + [owner, state, after].reduce((sum, one) => sum + (one > 0 ? one + 2 : 0), 2);
  const title = Math.min(
    widest((task) => task.title),
    Math.max(narrowestTitle, width - taken),
  );
  return { layer, id, title, owner, state, after };
}

function rowOf(task: GraphRow, columns: Columns): string {
  const cells = [
    cell(task.id, columns.id),
    cell(task.title, columns.title),
    ...(columns.owner > 0 ? [cell(task.owner, columns.owner)] : []),
    ...(columns.state > 0 ? [cell(task.state ?? "", columns.state)] : []),
    afterText(task.dependsOn, columns.after),
  ];
  return cells.join("  ");
}

/** One line of text, cut or padded to its column. */
function cell(text: string, width: number): string {
  const cut = fitted(text.replace(/\s+/g, " "), width);
  return cut + " ".repeat(Math.max(0, width - widthOf(cut)));
}

/** `after t1, t2`; if that is too long, how many more there are. */
function afterText(ids: readonly string[], width: number): string {
  if (ids.length === 0) return "";
  for (let shown = ids.length; shown > 1; shown -= 1) {
    const more = shown < ids.length ? ` +${ids.length - shown}` : "";
    const text = `after ${ids.slice(0, shown).join(", ")}${more}`;
    if (widthOf(text) <= width) return text;
  }
  return `after ${ids[0]}${ids.length > 1 ? ` +${ids.length - 1}` : ""}`;
}

function bracket(place: number, count: number): string {
  if (count === 1) return "─";
  if (place === 0) return "┌";
  return place === count - 1 ? "└" : "│";
}

import { priceText } from "../choice/choice-lines.ts";
import { shownPart } from "../line/line-editor.ts";
import { windowOf } from "../page/window.ts";
import { oneLine, plainText } from "../plain-text.ts";
import type { Frame } from "../rows/frame.ts";
import { padded } from "../rows/layout.ts";
import { wrap } from "../rows/wrap.ts";
import type { At } from "../screen/screen.ts";
import { fitted } from "../text-width.ts";
import { chosenAt, filesAt, picksFor, type SettingsModel, sectionsAt } from "./settings-model.ts";
import { aboutSetting, faultRows, settingsRows } from "./settings-rows.ts";

/** All settings; below them what the chosen one is for, and what is being chosen or typed. */
export function settingsFrame(model: SettingsModel, at: At): Frame {
  const { size, paint } = at;
  const seen = at.read({ kind: "settings" });
  if (seen.kind === "reading") return { rows: [paint("dim", " …")] };
  if (seen.kind === "failed") return { rows: wrap(plainText(seen.why), size.columns) };
  const most = Math.max(1, Math.floor(size.rows / 4));
  const faults = faultRows(filesAt(at), size.columns)
    .slice(0, most)
    .map((row) => paint("bad", row));
  const head = [...faults, ...memberRows(at, most)];
  const foot = footOf(model, at);
  const height = Math.max(3, size.rows - head.length - foot.rows.length - 1);
  const layout = { width: size.columns, height, selected: model.chosen, paint };
  const list = settingsRows(sectionsAt(at), layout);
  const gap = Array.from({ length: Math.max(0, height - list.length) }, () => "");
  const above = [...head, ...list, ...gap, paint("dim", "─".repeat(size.columns))];
  return {
    rows: [...above, ...foot.rows],
    ...(foot.cursor && { cursor: { ...foot.cursor, row: foot.cursor.row + above.length } }),
  };
}

/** Who is on the team, and with which model: what the settings below come to. */
function memberRows(at: At, most: number): readonly string[] {
  const { paint, size } = at;
  const seen = at.read({ kind: "models" });
  if (seen.kind === "reading") return [paint("dim", " …")];
  if (seen.kind === "failed") return wrap(oneLine(seen.why), size.columns, 2).slice(0, most);
  const members = seen.value.members.map(({ member, role, model, price }) => {
    const cost = model.includes("/") ? priceText(price ? { price } : {}) : "no model is set";
    const name = member === role ? member : `${member} (${role})`;
    return fitted(oneLine(`${name}: ${model}, ${cost}`), size.columns);
  });
  const rows =
    members.length > most
      ? [...members.slice(0, most - 1), `and ${members.length - most + 1} more`]
      : members;
  return [...rows.map((row) => paint("dim", row)), ""];
}

function footOf(model: SettingsModel, at: At): Frame {
  const { size, paint } = at;
  const { typing, picking, removing, wrong } = model;
  const setting = typing?.setting ?? picking?.setting ?? chosenAt(model, at);
  if (!setting) return { rows: [] };
  const about = aboutSetting(setting, filesAt(at), size.columns).slice(0, 5);
  if (picking) return { rows: [...about, ...pickRows(model, at)] };
  if (removing !== undefined)
    return {
      rows: [
        ...about,
        paint("warn", fitted(`Delete again takes ${oneLine(removing)} away. Esc leaves it.`, size.columns)),
      ],
    };
  if (!typing) return { rows: about };
  const { text, column } = shownPart(typing.line, size.columns - 2);
  const said = wrong === undefined ? [] : [paint("warn", fitted(oneLine(wrong), size.columns))];
  const above = [...about, ...said];
  return { rows: [...above, `› ${text}`], cursor: { row: above.length, column: column + 2 } };
}

/** What can be chosen, around what is marked. */
function pickRows({ picking }: SettingsModel, at: At): readonly string[] {
  if (!picking) return [];
  const { size, paint } = at;
  const blocks = picksFor(picking.setting, at).map(({ value, about }, index) => {
    const row = padded(
      fitted(`  ${oneLine(value)}${about === "" ? "" : `  ${oneLine(about)}`}`, size.columns),
      size.columns,
    );
    return [index === picking.at ? paint("chosen", row) : row];
  });
  return windowOf(blocks, picking.at, Math.max(4, Math.floor(size.rows / 3)));
}

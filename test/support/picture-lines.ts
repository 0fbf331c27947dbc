import stringWidth from "string-width";

const cell = { width: 8.4, height: 18 };

/** The lines of text in a picture of a terminal, as somebody reads them in it. Shapes count for nothing. */
export function pictureLines(svg: string): readonly string[] {
  const lines: string[] = [];
  for (const [, x, y, text = ""] of svg.matchAll(
    /<text class="c\d+" x="([\d.]+)" y="([\d.]+)"[^>]*>([^<]*)/g,
  )) {
    const row = Math.floor(Number(y) / cell.height);
    const column = Math.round(Number(x) / cell.width);
    const before = lines[row] ?? "";
    lines[row] = before + " ".repeat(Math.max(0, column - stringWidth(before))) + unescaped(text);
  }
  return Array.from(lines, (line) => line ?? "");
}

function unescaped(text: string): string {
  return text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}

import { expect, test } from "vitest";
import type { Files } from "../../core/ports/files.ts";
import { leftMarkers } from "./left-markers.ts";

const conflict = "<<<<<<< ours\none\n=======\ntwo\n>>>>>>> theirs\n";
const texts: Readonly<Record<string, string>> = {
  "left.txt": `top\n${conflict}`,
  "windows.txt": conflict.replaceAll("\n", "\r\n"),
  "bare.txt": "<<<<<<<\none\n=======\ntwo\n>>>>>>>",
  "solved.txt": "one\ntwo\n",
  "heading.txt": "Title\n=======\n\n>>>>>>> quoted\n",
  "inside.txt": 'say("<<<<<<< a");\nsay("=======");\nsay(">>>>>>> b");\n',
};
const files: Pick<Files, "readText"> = {
  readText: async (path) => {
    const text = texts[path];
    return text === undefined ? { kind: "none" } : { kind: "text", text };
  },
};

test("files in which both sides still stand between markers are found, and no others", async () => {
  expect(await leftMarkers(files, [...Object.keys(texts), "gone.txt"])).toEqual([
    "left.txt",
    "windows.txt",
    "bare.txt",
  ]);
});

import { expect, test } from "vitest";
import { changedFiles, changedLines } from "./changed-files.ts";

const diff = `diff --git a/src/a.ts b/src/a.ts
index 1..2 100644
--- a/src/a.ts
+++ b/src/a.ts
@@ -1,2 +1,2 @@
 same
-old
+new
+--- more
diff --git a/with space.txt b/with space.txt
new file mode 100644
--- /dev/null
+++ b/with space.txt
@@ -0,0 +1 @@
+one
diff --git "a/\\303\\244.txt" "b/\\303\\244.txt"
deleted file mode 100644
--- "a/\\303\\244.txt"
+++ /dev/null
@@ -1 +0,0 @@
-gone
diff --git a/picture.png b/picture.png
Binary files a/picture.png and b/picture.png differ
`;

test("files of a diff with the lines they gained and lost; headers do not count", () => {
  expect(changedFiles(diff)).toEqual([
    { path: "src/a.ts", added: 2, removed: 1 },
    { path: "with space.txt", added: 1, removed: 0 },
    { path: "\\303\\244.txt", added: 0, removed: 1 },
    { path: "picture.png", added: 0, removed: 0 },
  ]);
  expect(changedLines(diff)).toBe(5);
  expect(changedFiles("")).toEqual([]);
});

test.each([
  [
    "a folder that ends with b",
    "diff --git a/src b/x.test.js b/src b/x.test.js",
    { path: "src b/x.test.js" },
  ],
  [
    "a name with quotes",
    String.raw`diff --git "a/say \"b/c\".js" "b/say \"b/c\".js"`,
    { path: 'say "b/c".js' },
  ],
  [
    "a file that was moved into such a folder",
    "diff --git a/x.js b/src b/x.js\nsimilarity index 90%\nrename from x.js\nrename to src b/x.js",
    { path: "src b/x.js", was: "x.js" },
  ],
  [
    "a file that was moved to a name with quotes",
    String.raw`diff --git a/x b/x.js "b/\"x\".js"` +
      "\nrename from x b/x.js\n" +
      String.raw`rename to "\"x\".js"`,
    { path: '"x".js', was: "x b/x.js" },
  ],
])("the path of %s", (_, header, file) => {
  expect(changedFiles(`${header}\n@@ -1 +1 @@\n-rename to y\n+new\n`)).toEqual([
    { ...file, added: 1, removed: 1 },
  ]);
});

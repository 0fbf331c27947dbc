import { expect, test } from "vitest";
import { looksGenerated } from "./looks-generated.ts";

test.each([
  ...["src/__pycache__/a.cpython-312.pyc", "a.pyc", "lib/A.class", "main.o", "a.exe", "Native.SO"],
  ...[
    "node_modules/x/index.js",
    "web/node_modules/x",
    ".venv/bin/python",
    ".pytest_cache/v/x",
    ".nyc_output/a.json",
  ],
  ...["coverage/index.html", "htmlcov/a.html", ".coverage", "coverage.out", "lcov.info"],
  ...[
    "target/debug/app",
    "sub/target/classes/A.txt",
    ".DS_Store",
    "a/Thumbs.db",
    "npm-debug.log",
    "out.log",
    "out.log.1",
  ],
  ...[
    "a.tmp",
    "a.js~",
    "a.js.orig",
    "a.js.rej",
    ".a.js.swp",
    "core",
    "core.4711",
    "app.tsbuildinfo",
    "nohup.out",
  ],
])("%s looks generated", (path) => {
  expect(looksGenerated(path)).toBe(true);
});

test.each([
  ...[
    "src/a.js",
    "src/core/a.ts",
    "core/index.ts",
    "logs.ts",
    "log.js",
    "catalog",
    "src/log/open.ts",
    "changelog.md",
  ],
  ...[
    "target/readme.md",
    "targets/debug/a",
    "docs/coverage.md",
    "test/cache.test.ts",
    "cache/a.ts",
    "src/temp.ts",
  ],
  ...[
    "a.py",
    "a.so.md",
    "Makefile",
    "build/index.js",
    "dist/a.js",
    "package-lock.json",
    ".gitignore",
    "photo.obj.ts",
  ],
])("%s does not", (path) => {
  expect(looksGenerated(path)).toBe(false);
});

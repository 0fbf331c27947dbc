/** A small project as its tools write it, with tests that pass. */
export interface FirstProject {
  readonly name: string;
  /** What its checks start. */
  readonly needs: string;
  readonly files: Readonly<Record<string, string>>;
}

export const firstProjects: readonly FirstProject[] = [
  {
    name: "Node with pnpm",
    needs: "pnpm",
    files: {
      "package.json": JSON.stringify({ name: "sums", scripts: { test: "node --test" } }),
      "pnpm-lock.yaml":
        "lockfileVersion: '9.0'\n\nsettings:\n  autoInstallPeers: true\n  excludeLinksFromLockfile: false\n\nimporters:\n\n  .: {}\n",
      "sums.test.js": 'require("node:test")("adds", () => {});\n',
    },
  },
  {
    name: "Python with a src layout",
    needs: "python3",
    files: {
      "pyproject.toml": '[project]\nname = "sums"\nversion = "0.1.0"\n',
      "src/sums/__init__.py": "def add(a, b):\n    return a + b\n",
      "tests/test_sums.py":
        "import unittest\nfrom sums import add\n\n\nclass Sums(unittest.TestCase):\n    def test_adds(self):\n        self.assertEqual(add(1, 2), 3)\n",
    },
  },
  {
    name: "Go",
    needs: "go",
    files: {
      "go.mod": "module example.com/sums\n\ngo 1.19\n",
      "sums.go": "package sums\n\nfunc Add(a, b int) int { return a + b }\n",
      "sums_test.go":
        'package sums\n\nimport "testing"\n\nfunc TestAdd(t *testing.T) {\n\tif Add(1, 2) != 3 {\n\t\tt.Fatal("no")\n\t}\n}\n',
    },
  },
];

import { describe, expect, test } from "vitest";
import { type Home, toolchainsOf } from "../../../test/support/fake-home.ts";

const python = "#!/usr/bin/python3\n";

describe("programs that set-up and checks start are followed to what they need", () => {
  test.each<[what: string, home: Home, roots: readonly string[], more?: object]>([
    [
      "a link into a folder that nobody knows",
      { files: { "src/tool/out/tool": "", "b/tool": "->~/src/tool/out/tool" }, path: ["~/b"] },
      ["~/b", "~/src/tool/out"],
    ],
    [
      "a link to a link: every folder on the way",
      { files: { "c/x": "", "b/x": "->../c/x", "a/tool": "->../b/x" }, path: ["~/a"] },
      ["~/a", "~/b", "~/c"],
    ],
    [
      "links in a circle",
      { files: { "a/tool": "->../b/tool", "b/tool": "->../a/tool" }, path: ["~/a"] },
      ["~/a"],
    ],
    [
      "the installation around bin: a Go or Node of one's own",
      { files: { "sdk/go/bin/tool": "", "sdk/go/pkg/x": "", "sdk/go/src/x": "" }, path: ["~/sdk/go/bin"] },
      ["~/sdk/go"],
    ],
    [
      "conda",
      {
        files: { "miniconda3/bin/tool": "", "miniconda3/lib/libpython3.so": "" },
        path: ["~/miniconda3/bin"],
      },
      ["~/miniconda3"],
    ],
    [
      "a checkout around bin is somebody's work",
      { files: { "work/bin/tool": "", "work/lib/x": "", "work/.git/HEAD": "" }, path: ["~/work/bin"] },
      ["~/work/bin"],
    ],
    [
      "an installation with keys beside bin stays out",
      { files: { "x/bin/tool": "", "x/lib/y": "", "x/.env": "" }, path: ["~/x/bin"] },
      ["~/x/bin"],
    ],
    [
      "the program of a first line: a virtual environment, and the Python that this is made from",
      {
        files: {
          ".local/bin/tool": "#!~/.venvs/t/bin/python\n",
          ".venvs/t/bin/python": "->~/.local/share/uv/python/3.12/bin/python3.12",
          ".venvs/t/lib/python3.12/x": "",
          ".local/share/uv/python/3.12/bin/python3.12": "",
        },
        path: ["~/.local/bin"],
      },
      ["~/.local/bin", "~/.venvs/t", "~/.local/share/uv/python"],
    ],
    [
      "a tool of uv: its environment and its Python, which are two folders",
      {
        files: {
          ".local/bin/tool": "->~/.local/share/uv/tools/tool/bin/tool",
          ".local/share/uv/tools/tool/bin/tool": "#!~/.local/share/uv/tools/tool/bin/python\n",
          ".local/share/uv/tools/tool/bin/python": "->~/.local/share/uv/python/3.12/bin/python3.12",
          ".local/share/uv/python/3.12/bin/python3.12": "",
          ".local/share/uv/credentials/key": "",
        },
        path: ["~/.local/bin"],
      },
      ["~/.local/bin", "~/.local/share/uv/tools", "~/.local/share/uv/python"],
    ],
    [
      "a tool of pipx on pyenv",
      {
        files: {
          ".local/bin/tool": "->~/.local/share/pipx/venvs/tool/bin/tool",
          ".local/share/pipx/venvs/tool/bin/tool": "#!~/.local/share/pipx/venvs/tool/bin/python\n",
          ".local/share/pipx/venvs/tool/bin/python": "->~/.pyenv/versions/3.11/bin/python3.11",
          ".pyenv/versions/3.11/bin/python3.11": "",
        },
        path: ["~/.local/bin"],
      },
      ["~/.local/bin", "~/.local/share/pipx/venvs", "~/.pyenv"],
      { variables: { PYENV_ROOT: "~/.pyenv" } },
    ],
    [
      "a shim of mise leads to mise, which is not on PATH",
      {
        files: { ".local/bin/mise": "", ".local/share/mise/shims/tool": "->~/.local/bin/mise" },
        path: ["~/.local/share/mise/shims"],
      },
      ["~/.local/share/mise", "~/.local/bin"],
      { variables: { MISE_DATA_DIR: "~/.local/share/mise" } },
    ],
    [
      "a shim of asdf starts asdf by its path",
      {
        files: {
          ".asdf/shims/tool": '#!/usr/bin/env bash\n# a comment\nexec "~/go/bin/asdf" exec "tool" "$@"\n',
          "go/bin/asdf": "",
          "go/src/mine/x": "",
        },
        path: ["~/.asdf/shims"],
      },
      ["~/.asdf", "~/go/bin"],
      { variables: { ASDF_DATA_DIR: "~/.asdf" } },
    ],
    [
      "a wrapper in a folder of one's own",
      { files: { "b/tool": '#!/bin/sh\nexec ~/x/real "$@"\n', "x/real": "" }, path: ["~/b"] },
      ["~/b", "~/x"],
    ],
    [
      "pyenv, volta and rustup need no more than they are",
      {
        files: {
          ".pyenv/shims/tool": '#!/usr/bin/env bash\nexec "~/.pyenv/libexec/pyenv" exec "$program"\n',
          ".pyenv/libexec/pyenv": "#!/usr/bin/env bash\n",
          ".volta/bin/node": "->volta-shim",
          ".volta/bin/volta-shim": "",
          ".cargo/bin/cargo": "->rustup",
          ".cargo/bin/rustup": "",
          ".rustup/settings.toml": "",
        },
        path: ["~/.pyenv/shims", "~/.volta/bin", "~/.cargo/bin"],
        programs: ["tool", "node", "cargo"],
      },
      ["~/.pyenv", "~/.volta", "~/.cargo/bin", "~/.rustup"],
      { variables: { PYENV_ROOT: "~/.pyenv", VOLTA_HOME: "~/.volta", RUSTUP_HOME: "~/.rustup" } },
    ],
    [
      "nvm, fnm and corepack",
      {
        files: {
          ".nvm/versions/node/v22/bin/tool": "->../lib/node_modules/corepack/dist/tool.js",
          ".nvm/versions/node/v22/lib/node_modules/corepack/dist/tool.js": "#!/usr/bin/env node\n",
          ".nvm/versions/node/v22/bin/node": "",
          ".cache/node/corepack/v1/x": "",
        },
        path: ["~/.nvm/versions/node/v22/bin"],
      },
      ["~/.nvm/versions/node/v22", "~/.cache/node/corepack"],
      { variables: { COREPACK_HOME: "~/.cache/node/corepack" } },
    ],
    [
      "a program that is started by its path, with no folder of PATH",
      { files: { "sdk/x/bin/tool": "", "sdk/x/lib/y": "" }, path: [], programs: ["~/sdk/x/bin/tool"] },
      ["~/sdk/x"],
    ],
    [
      "packages that a person installed for their own Python",
      {
        files: { ".local/bin/tool": python, ".local/lib/python3.11/site-packages/x": "" },
        path: ["~/.local/bin"],
      },
      ["~/.local/bin", "~/.local/lib/python3.11"],
      { variables: { PYTHONUSERBASE: "~/.local" } },
    ],
    ["one that is not there", { files: { "b/other": "" }, path: ["~/b"] }, ["~/b"]],
    ["one that cannot be started", { files: { "b/tool/x": "" }, path: ["~/b"] }, ["~/b"]],
    ["one of the project itself", { files: {}, path: [], programs: ["./tool", "bin/tool"] }, []],
    ["one of the system", { files: {}, path: ["/usr/bin"], programs: ["env"] }, []],
  ])("%s", async (_, home, roots, more) => {
    const found = await toolchainsOf({ programs: ["tool"], ...home });
    expect(found.roots.sort()).toEqual([...roots].sort());
    expect(found).toMatchObject({ variables: {}, withheld: [], ...more });
  });

  test("they come first, where not all folders fit, and PATH stays in its order", async () => {
    const files = { "a/x": "", "b/y": "", "c/tool": "->~/d/tool", "d/tool": "" };
    const path = ["~/a", "~/b", "~/c"];
    expect(await toolchainsOf({ files, path, programs: ["tool"] })).toMatchObject({
      roots: ["~/c", "~/d", "~/a", "~/b"],
      path,
    });
  });
});

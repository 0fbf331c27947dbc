import { expect, test } from "vitest";
import { type Home, toolchainsOf } from "../../../test/support/fake-home.ts";

const none = { roots: [], path: [], variables: {}, withheld: [] };

test.each<[string, Home, object]>([
  [
    "nvm shows one version",
    {
      files: { ".nvm/versions/node/v22/bin/node": "", ".nvm/x": "" },
      path: ["~/.nvm/versions/node/v22/bin"],
    },
    { roots: ["~/.nvm/versions/node/v22"], path: ["~/.nvm/versions/node/v22/bin"] },
  ],
  [
    "fnm's folder of one shell is a link",
    {
      files: {
        ".local/share/fnm/node-versions/v22/installation/bin/node": "",
        ".local/state/fnm_multishells/1": "->~/.local/share/fnm/node-versions/v22/installation",
      },
      path: ["~/.local/state/fnm_multishells/1/bin"],
    },
    {
      roots: ["~/.local/state/fnm_multishells/1/bin", "~/.local/share/fnm/node-versions/v22"],
      path: ["~/.local/state/fnm_multishells/1/bin"],
    },
  ],
  [
    "cargo shows its programs and rustup, never its keys",
    {
      files: { ".cargo/bin/cargo": "", ".cargo/credentials.toml": "key", ".rustup/settings.toml": "" },
      path: ["~/.cargo/bin"],
    },
    { roots: ["~/.cargo/bin", "~/.rustup"], path: ["~/.cargo/bin"], variables: { RUSTUP_HOME: "~/.rustup" } },
  ],
  [
    "pyenv, where its variable says",
    {
      files: { "py/shims/python": "", "py/bin/pyenv": "" },
      path: ["~/py/shims", "~/py/bin"],
      env: { PYENV_ROOT: "~/py" },
    },
    { roots: ["~/py"], path: ["~/py/shims", "~/py/bin"], variables: { PYENV_ROOT: "~/py" } },
  ],
  [
    "volta and asdf are shown whole, with their variables",
    { files: { ".volta/bin/node": "", ".asdf/shims/ruby": "" }, path: ["~/.volta/bin", "~/.asdf/shims"] },
    {
      roots: ["~/.volta", "~/.asdf"],
      path: ["~/.volta/bin", "~/.asdf/shims"],
      variables: { VOLTA_HOME: "~/.volta", ASDF_DATA_DIR: "~/.asdf" },
    },
  ],
  [
    "mise shows one tool, or all where its shims are on PATH",
    {
      files: {
        ".local/share/mise/installs/go/1.22/bin/go": "",
        "m/shims/go": "",
        "m/installs/go/1/bin/go": "",
      },
      path: ["~/.local/share/mise/installs/go/1.22/bin"],
    },
    {
      roots: ["~/.local/share/mise/installs/go"],
      path: ["~/.local/share/mise/installs/go/1.22/bin"],
    },
  ],
  [
    "uv's programs are links to its pythons; its keys stay out",
    {
      files: {
        ".local/share/uv/python/3.12/bin/python": "",
        ".local/share/uv/credentials/key": "",
        ".local/bin/python": "->~/.local/share/uv/python/3.12/bin/python",
      },
      path: ["~/.local/bin"],
    },
    { roots: ["~/.local/bin", "~/.local/share/uv/python"], path: ["~/.local/bin"] },
  ],
  [
    "programs installed by npm are links into the library beside them",
    {
      files: { "global/lib/node_modules/x/x.js": "", "global/bin/x": "->../lib/node_modules/x/x.js" },
      path: ["~/global/bin"],
    },
    { roots: ["~/global/bin", "~/global/lib"], path: ["~/global/bin"] },
  ],
  [
    "sdkman shows one tool, java its home",
    {
      files: { ".sdkman/candidates/java/17/bin/java": "", ".sdkman/candidates/java/current": "->17" },
      path: ["~/.sdkman/candidates/java/current/bin"],
      env: { JAVA_HOME: "~/.sdkman/candidates/java/current" },
    },
    {
      roots: ["~/.sdkman/candidates/java"],
      path: ["~/.sdkman/candidates/java/current/bin"],
      variables: { JAVA_HOME: "~/.sdkman/candidates/java/current" },
    },
  ],
  [
    "corepack's programs are not on PATH",
    { files: { ".cache/node/corepack/v1/x": "" }, path: [] },
    {
      roots: ["~/.cache/node/corepack"],
      variables: { COREPACK_HOME: "~/.cache/node/corepack" },
    },
  ],
  [
    "the system's own are inside anyway",
    { files: {}, path: ["/usr/bin", "/bin"] },
    { path: ["/usr/bin", "/bin"] },
  ],
  [
    "what is not there, relative or another system's is left out",
    { files: {}, path: ["~/x", "bin", "", "/mnt", "/tmp"] },
    {},
  ],
  [
    "programs of a project are not a toolchain",
    { files: { "p/node_modules/.bin/x": "" }, path: ["~/p/node_modules/.bin"] },
    {},
  ],
  ["home itself may hold keys", { files: { x: "" }, path: ["~"] }, { withheld: ["~"] }],
  [
    "so may settings",
    { files: { ".config/x/bin/y": "" }, path: ["~/.config/x/bin"] },
    { withheld: ["~/.config/x/bin"] },
  ],
  [
    "and what lies beside a file of keys",
    { files: { "bin/.env": "" }, path: ["~/bin"] },
    { withheld: ["~/bin"] },
  ],
  ["a link to home is home", { files: { bin: "->~" }, path: ["~/bin"] }, { withheld: ["~/bin", "~"] }],
])("%s", async (_, home, expected) => {
  expect(await toolchainsOf(home)).toEqual({ ...none, ...expected });
});

import { join } from "node:path";
import type { Environment } from "../processes/environment.ts";

/** A toolchain that people keep below their home. */
export interface Toolchain {
  readonly base: string;
  /** What of it is shown, relative to `base`: the smallest that makes its programs work. `*` is any one name. */
  readonly shown: readonly string[];
  /** Shown as soon as it is there, even if no folder of PATH leads to it. */
  readonly always?: boolean;
  /** The variable that names `base`, set inside when `base` is shown. */
  readonly variable?: string;
  /** What its programs need beside it. */
  readonly with?: Toolchain;
}

/** The first that fits a path wins. */
export function knownToolchains(env: Environment, home: string): readonly Toolchain[] {
  const at = (variable: string, usual: string) => env[variable] || join(home, usual);
  const whole = (variable: string, usual: string): Toolchain => ({
    base: at(variable, usual),
    shown: [""],
    variable,
  });
  return [
    { base: at("NVM_DIR", ".nvm"), shown: ["versions/node/*"] },
    { base: at("FNM_DIR", ".local/share/fnm"), shown: ["node-versions/*"] },
    whole("VOLTA_HOME", ".volta"),
    whole("PYENV_ROOT", ".pyenv"),
    whole("RBENV_ROOT", ".rbenv"),
    whole("NODENV_ROOT", ".nodenv"),
    // Beside it lie the keys to the registry.
    { base: at("CARGO_HOME", ".cargo"), shown: ["bin"], with: whole("RUSTUP_HOME", ".rustup") },
    { base: at("MISE_DATA_DIR", ".local/share/mise"), shown: ["installs/*", ""], variable: "MISE_DATA_DIR" },
    whole("ASDF_DATA_DIR", ".asdf"),
    // Beside these lie uv's keys.
    { base: at("UV_DATA_DIR", ".local/share/uv"), shown: ["python", "tools"] },
    { base: at("PIPX_HOME", ".local/share/pipx"), shown: ["venvs"] },
    { base: at("BUN_INSTALL", ".bun"), shown: ["bin"] },
    { base: at("DENO_INSTALL", ".deno"), shown: ["bin"] },
    { base: at("SDKMAN_DIR", ".sdkman"), shown: ["candidates/*"] },
    { base: at("GOPATH", "go"), shown: ["bin"] },
    whole("PNPM_HOME", ".local/share/pnpm"),
    { base: "/home/linuxbrew/.linuxbrew", shown: [""] },
    { base: "/nix/store", shown: [""] },
    { base: "/opt", shown: ["*"] },
    {
      base: at("COREPACK_HOME", ".cache/node/corepack"),
      shown: [""],
      always: true,
      variable: "COREPACK_HOME",
    },
    ...["JAVA_HOME", "GOROOT"].flatMap((variable): readonly Toolchain[] => {
      const base = env[variable];
      return base ? [{ base, shown: [""], always: true, variable }] : [];
    }),
  ];
}

/** Why nobody on the team may use this path, in words for the model; undefined: its names are fine. Follows no links. */
export function deniedByName(segments: readonly string[]): string | undefined {
  const names = segments.map(plainName);
  const path = segments.join("/");
  if (names.some((name) => name === ".git" || name === "git~1"))
    return `${path} belongs to git. The harness commits for you; work on the project's own files.`;
  if (names.includes(".huddle"))
    return `${path} is Huddle's own configuration, which only a person changes. Work on the project's own files.`;
  const last = names.at(-1) ?? "";
  if (
    names.slice(0, -1).some((name) => secretFolders.has(name)) ||
    secretFolders.has(last) ||
    isSecretFile(last)
  )
    return `${path} may hold secrets, so nobody on the team reads or writes it. Ask the product manager for what you need to know; put examples into .env.example.`;
  return undefined;
}

/** Configuration that runs code where no sandbox is: hooks, editors, CI, shells. */
export function runsOutside(segments: readonly string[]): boolean {
  const names = segments.map(plainName);
  if (names.some((name) => outsideFolders.has(name)) || outsideFiles.has(names.at(-1) ?? "")) return true;
  if (names.at(-1)?.endsWith(".code-workspace")) return true;
  return names.some((name, at) => name === ".github" && /^(workflows|actions)$/.test(names[at + 1] ?? ""));
}

/**
 * The name as a file system may read it: any case; macOS skips invisible characters, Windows drops trailing dots and
 * spaces and takes a colon for the start of a stream.
 */
export function plainName(name: string): string {
  return name
    .normalize("NFKC")
    .replace(invisible, "")
    .replace(/(?<=.):.*$/s, "")
    .replace(/[. ]+$/, (end) => (end.length === name.length ? end : ""))
    .toLowerCase();
}

const invisible = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

const secretFolders = new Set([".ssh", ".gnupg", ".aws", ".azure", ".kube"]);
const secretNames = new Set(
  ".npmrc .pypirc .netrc _netrc .envrc .git-credentials .htpasswd .pgpass .my.cnf .dockercfg .vault-token .terraformrc credentials.json".split(
    " ",
  ),
);
const secretEndings = /\.(env|pem|key|p8|p12|pfx|jks|keystore|kdbx|ppk|asc|gpg)$/;
const examples = /^\.env[.-](example|sample|template|dist)$/;

function isSecretFile(name: string): boolean {
  if (examples.test(name)) return false;
  if (name.startsWith(".env") || secretNames.has(name) || secretEndings.test(name)) return true;
  if (/^id_(rsa|dsa|ecdsa|ed25519)/.test(name)) return !name.endsWith(".pub");
  return /^(secrets?|service-account.*)\.(json|ya?ml|toml)$/.test(name);
}

const outsideFolders = new Set(
  ".husky .githooks .vscode .idea .zed .fleet .devcontainer .circleci .buildkite".split(" "),
);
const outsideFiles = new Set(
  ".gitmodules .pre-commit-config.yaml lefthook.yml .lefthook.yml .gitlab-ci.yml .travis.yml azure-pipelines.yml jenkinsfile .bashrc .zshrc .profile .bash_profile .exrc .nvimrc .nvim.lua .dir-locals.el".split(
    " ",
  ),
);

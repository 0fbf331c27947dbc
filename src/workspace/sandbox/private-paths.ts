import { readdir } from "node:fs/promises";
import { join } from "node:path";

/** Below home. Nothing of these is ever shown, and no folder that holds one of them. */
export const privateNames = [
  ".aws",
  ".azure",
  ".cargo/credentials",
  ".cargo/credentials.toml",
  ".config",
  ".docker",
  ".git-credentials",
  ".gnupg",
  ".kube",
  ".local/share/keyrings",
  ".local/share/uv/credentials",
  ".mozilla",
  ".netrc",
  ".npmrc",
  ".password-store",
  ".pypirc",
  ".ssh",
  ".vault-token",
  "Library/Keychains",
] as const;

const keyFile =
  /^(\.env(\..*)?|\.npmrc|\.netrc|\.pypirc|\.git-credentials|credentials(\..*)?|auth\.json|id_(rsa|dsa|ecdsa|ed25519))$/i;

/** Whether a folder may hold keys: home and what is above it, the usual places, and where a file is named like one. */
export async function holdsKeys(folder: string, home: string): Promise<boolean> {
  if (isBelow(folder, home)) return true;
  const places = privateNames.map((name) => join(home, name));
  if (places.some((place) => isBelow(place, folder) || isBelow(folder, place))) return true;
  return (await readdir(folder).catch(() => [])).some((name) => keyFile.test(name));
}

/** Also true of the folder itself. */
export function isBelow(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder === "/" ? "/" : `${folder}/`);
}

import { copyFile, lstat, mkdir, readdir, readlink, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { unlessMissing } from "../../unless-missing.ts";
import type { Mount } from "./mount.ts";

const top = ["/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/libexec"];

/** The system's own programs. On most systems the top folders are links into /usr. */
export async function systemMounts(): Promise<readonly Mount[]> {
  const mounts: Mount[] = [{ kind: "read", from: "/usr", at: "/usr" }];
  for (const at of top) {
    const entry = await unlessMissing(lstat(at));
    if (entry?.isSymbolicLink()) mounts.push({ kind: "link", to: await readlink(at), at });
    if (entry?.isDirectory()) mounts.push({ kind: "read", from: at, at });
  }
  return mounts;
}

/** Folders of /etc that are shown as they are. Beside the certificates lie private keys. */
const folders =
  /^(alternatives|fonts|java.*|ssl\/certs|pki\/tls\/certs|pki\/ca-trust\/extracted|ca-certificates\/extracted)$/;
const nested = ["ssl/certs", "pki/tls/certs", "pki/ca-trust/extracted", "ca-certificates/extracted"];
const copied = [
  "ld.so.cache",
  "ld.so.conf",
  "localtime",
  "timezone",
  "os-release",
  "debian_version",
  "mime.types",
  "services",
  "protocols",
  "ssl/openssl.cnf",
  "pki/tls/openssl.cnf",
  // Maven does not start without it. Its settings may hold keys, and it needs none.
  "maven/m2.conf",
  "maven/logging/simplelogger.properties",
];

/** Files that are the same on every machine. Nobody's account of this one is seen. */
const written: Readonly<Record<string, string>> = {
  passwd:
    "root:x:0:0:root:/root:/bin/sh\nhuddle:x:1000:1000::/tmp/home:/bin/sh\nnobody:x:65534:65534:nobody:/:/bin/false\n",
  group: "root:x:0:\nhuddle:x:1000:\nnogroup:x:65534:\n",
  hosts: "127.0.0.1 localhost\n::1 localhost\n",
  hostname: "huddle\n",
  "nsswitch.conf": "passwd: files\ngroup: files\nhosts: files\n",
  "host.conf": "multi on\n",
  // Files of another owner are still those of this worktree.
  gitconfig: "[safe]\n\tdirectory = *\n",
};

/** Makes the /etc of the inside at a path, and says how it is shown. */
export async function makeEtc(path: string): Promise<readonly Mount[]> {
  await mkdir(path, { recursive: true });
  for (const [name, text] of Object.entries(written)) await writeFile(join(path, name), text);
  const names = (await readdir("/etc")).filter((name) => folders.test(name));
  const shown: Mount[] = [];
  for (const name of [...names, ...nested]) {
    const from = join("/etc", name);
    if (!(await unlessMissing(lstat(from)))?.isDirectory()) continue;
    await mkdir(join(path, name), { recursive: true });
    shown.push({ kind: "read", from, at: from });
  }
  for (const name of copied) await copy(join("/etc", name), join(path, name));
  return [{ kind: "read", from: path, at: "/etc" }, ...shown];
}

async function copy(from: string, to: string): Promise<void> {
  const entry = await unlessMissing(lstat(from));
  if (entry === undefined) return;
  await mkdir(dirname(to), { recursive: true });
  if (entry.isSymbolicLink()) await symlink(await readlink(from), to);
  else if (entry.isFile()) await copyFile(from, to);
}

import { statfs } from "node:fs/promises";
import { dirname } from "node:path";

/** File systems that several machines share, by their number in Linux. */
const shared: Readonly<Record<number, string>> = {
  26985: "NFS",
  4283649346: "SMB",
  4266872130: "SMB",
  20859: "SMB",
  22092: "NCP",
  1397113167: "AFS",
  1799439955: "AFS",
  1937076805: "Coda",
  12805120: "Ceph",
  198183888: "Lustre",
  1196443219: "GPFS",
  18225520: "GFS2",
  1952539503: "OCFS2",
  16914839: "9P",
};
const fuse = 0x65735546;

export type DiskKind =
  | { readonly kind: "local" }
  | { readonly kind: "shared"; readonly name: string }
  /** A user-space program provides it, or this system numbers its file systems differently. */
  | { readonly kind: "unknown" };

/** The kind of disk that a path is on, or would be on once it exists. `look`: how a path tells the type of its disk. */
export async function diskKind(
  path: string,
  platform: string,
  look: (path: string) => Promise<{ readonly type: number }> = statfs,
): Promise<DiskKind> {
  for (let at = path; ; at = dirname(at)) {
    const found = await look(at).catch(() => undefined);
    if (!found && at !== dirname(at)) continue;
    if (!found || platform !== "linux") return { kind: "unknown" };
    const name = shared[found.type];
    if (name !== undefined) return { kind: "shared", name };
    return { kind: found.type === fuse ? "unknown" : "local" };
  }
}

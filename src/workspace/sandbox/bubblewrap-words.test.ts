import { expect, test } from "vitest";
import { bindsOf, bubblewrapWords } from "./bubblewrap-words.ts";
import type { Mount } from "./mounts/mount.ts";

const mounts: readonly Mount[] = [
  { kind: "read", from: "/usr", at: "/usr" },
  { kind: "link", to: "usr/bin", at: "/bin" },
  { kind: "hide", at: "/re po/.git/hooks" },
  { kind: "write", from: "/wo\nrk", at: "/worktree" },
];
const can = { disableUserns: true, size: true, filter: false };

test("the words before a command", () => {
  expect(bubblewrapWords({ program: "/usr/bin/bwrap", can, mounts, worktree: "/worktree" })).toEqual(
    [
      "/usr/bin/bwrap --unshare-user --unshare-pid --unshare-net --unshare-ipc --unshare-uts",
      "--die-with-parent --new-session --uid 1000 --gid 1000 --cap-drop ALL --disable-userns",
      "--proc /proc --dev /dev --size 67108864 --tmpfs /dev/shm",
      "--ro-bind /usr /usr --symlink usr/bin /bin --tmpfs /re_po/.git/hooks --bind /wo\nrk /worktree",
      "--remount-ro /re_po/.git/hooks --remount-ro /proc --remount-ro /dev --remount-ro / --chdir /worktree --",
    ].flatMap((line) => line.split(" ").map((word) => word.replace("_", " "))),
  );
  expect(bindsOf(mounts)).toBe(2);
});

test("what an older bubblewrap does not know is left out", () => {
  const old = { disableUserns: false, size: false, filter: false };
  const words = bubblewrapWords({ program: "bwrap", can: old, mounts: [], worktree: "/worktree" });
  expect(words).not.toContain("--disable-userns");
  expect(words).not.toContain("--size");
  expect(words).not.toContain("/dev/shm");
});

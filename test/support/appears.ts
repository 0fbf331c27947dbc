import { existsSync, watch } from "node:fs";
import { dirname } from "node:path";

/** Resolves when there is something at this path, made by whatever process. Waits for its folders, too. */
export async function appears(path: string): Promise<void> {
  const folder = dirname(path);
  if (!existsSync(folder)) await appears(folder);
  await becomes(folder, () => existsSync(path));
}

/** Resolves when this is so; looks whenever something in the folder changes. */
export function becomes(folder: string, isSo: () => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const watcher = watch(folder); // first, so that nothing comes between
    const look = () => {
      if (!isSo()) return;
      watcher.close();
      resolve();
    };
    watcher.on("change", look).on("error", reject);
    look();
  });
}

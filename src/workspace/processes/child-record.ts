import { readdir, readFile, rename, rm, rmdir } from "node:fs/promises";
import { join } from "node:path";
import { groupsEnding, removeRecordedGroups } from "./control-groups.ts";
import { endProcesses } from "./end-processes.ts";
import { linuxStart, parseStat, type Started } from "./readings/process-start.ts";

/** The exit code of a child that could not be recorded. A command may use it too; the missing record decides. */
export const notRecorded = 125;

/**
 * Run by `sh -c` with the record's path, how many blocks a file may take (or nothing), the control groups that it joins
 * (each in a line), the command, and the words that stand before it. The child writes down who it is before the command
 * begins, and does not begin when it cannot, or when a sweep has taken the record away meanwhile: there is no moment in
 * which a command runs and is not on record.
 */
export const recordedCommand = `
{
  if [ -r "/proc/$$/stat" ]; then
    read -r stat < "/proc/$$/stat"
    read -r boot < /proc/sys/kernel/random/boot_id || boot=
    printf '%s\\n%s\\n' "$stat" "$boot"
  else
    printf 'ps %s %s\\n' "$$" "$(LC_ALL=C TZ=UTC0 ps -o lstart= -p "$$")"
  fi > "$1" && [ -s "$1" ]
} 2>/dev/null || exit ${notRecorded}
# It may be lower already.
[ -z "$2" ] || ulimit -f "$2" 2>/dev/null || :
IFS='
'
set -f
for group in $3; do
  echo "$$" > "$group/cgroup.procs" || :
done 2>/dev/null
# The command reads what stands around it: not where it lies on this machine.
unset IFS PWD OLDPWD
command=$4
shift 4
exec "$@" sh -c "$command" 2>&1
`;

export function parseRecord(text: string): Started | undefined {
  const [first = "", boot = "", ...rest] = text.split("\n");
  const byPs = /^ps (\d+) +(.*\S)/.exec(first);
  if (byPs?.[1] !== undefined && byPs[2] !== undefined) return { pid: Number(byPs[1]), startedAt: byPs[2] };
  const stat = parseStat(first);
  if (stat === undefined || rest.length === 0) return undefined;
  return { pid: stat.pid, startedAt: linuxStart(stat.start, boot) };
}

/** Ends what is on record in a folder of a dead runner, and closes the folder, so that nothing more can begin. */
export async function endRecorded(folder: string): Promise<void> {
  for (;;) {
    for (const name of await readdir(folder)) {
      if (name.endsWith(groupsEnding)) {
        await removeRecordedGroups(join(folder, name));
        continue;
      }
      const record = join(folder, name.replace(/\.swept$/, ""));
      const taken = `${record}.swept`;
      // Renamed before it is read: a child that has not finished writing sees its record gone and does not begin.
      if (!name.endsWith(".swept")) await rename(join(folder, name), taken);
      await endProcesses(parseRecord(await readFile(taken, "utf8")), record);
      await rm(taken);
    }
    try {
      return await rmdir(folder);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOTEMPTY") throw error;
    }
  }
}

export function childrenOf(folder: string, fence: number | string): string {
  return join(folder, "children", String(fence));
}

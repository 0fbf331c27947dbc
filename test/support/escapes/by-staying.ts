/** Ways to go on when the command has ended: each makes the file `late` a moment later, if it still lives. */
export const staying: readonly (readonly [name: string, act: (late: string) => string])[] = [
  ["in the background", (late) => `( ${late} ) &`],
  ["in a session of its own", (late) => `setsid sh -c '${late}' &`],
  ["deaf to the end of its terminal", (late) => `nohup sh -c '${late}' > /dev/null 2>&1 &`],
  ["deaf to every request to end", (late) => `sh -c 'trap "" TERM HUP INT QUIT; ${late}' &`],
  ["as the child of nobody", (late) => `( ( ${late} ) & ) &`],
  ["without an environment", (late) => `setsid env -i sh -c '${late}' > /dev/null 2>&1 &`],
  ["with its output closed", (late) => `sh -c '${late}' <&- >&- 2>&- &`],
  ["with its output held open", (late) => `sh -c 'exec 5>&1; ${late}; sleep 1' &`],
  ["in another folder", (late) => `( cd / && sh -c '${late}' ) &`],
  ["started again by its own end", (late) => `sh -c 'trap "${late}" EXIT; sleep 5' &`],
];

/** Ways to fill the disk with one file of 10 GB. */
export const large: readonly (readonly [name: string, act: string])[] = [
  ["by truncate", "truncate -s 10G large"],
  ["by fallocate", "fallocate -l 10G large"],
  ["by a seek", "dd if=/dev/zero of=large bs=1 count=1 seek=10G"],
  ["by writing", "head -c 10G /dev/zero > large"],
  ["by copying", "dd if=/dev/zero of=large bs=1M count=10240"],
  ["below /tmp", "truncate -s 10G /tmp/large"],
  ["in memory", "truncate -s 10G /dev/shm/large"],
  ["by a child", "sh -c 'setsid truncate -s 10G large'"],
];

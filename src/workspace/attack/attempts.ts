import type { CommandEnd, CommandLimits } from "../processes/run-command.ts";

/** What there is to get at, on the machine that is attacked. Everything was made for the attack. */
export interface Targets {
  /** Holds all the rest: a home with keys, a repository, and worktrees. */
  readonly home: string;
  readonly repository: string;
  readonly worktree: string;
  readonly other: string;
  readonly temporary: string;
  /** A process of the host. */
  readonly pid: number;
  /** Where the host listens: a port, a socket in the file system, and one without a file. */
  readonly port: number;
  readonly socket: string;
  readonly abstract: string;
}

export interface Attempt {
  readonly topic: "files" | "git" | "network" | "processes" | "rights" | "limits";
  readonly name: string;
  readonly command: string;
  /** What it says when it is held. If it fails with other words, something else was in its way. */
  readonly said: RegExp;
  readonly limits?: CommandLimits;
  /** Of a limit: what must have ended it. Left out: the command fails by itself. */
  readonly over?: CommandEnd["over"];
  /** How long after its end it could still do something. */
  readonly lateMs?: number;
}

/** What attempts make where they should not be able to. */
export const madeOutside = ["/usr/bin/huddle-attack", "/huddle-attack", "/dev/huddle-attack"];

/** In the worktree: made by what goes on behind its command. */
export const lateFile = "late";

const gone = /No such file or directory/;
const fixed = /Read-only file system/;
const nothing = /^$/;
const mega = 1024 * 1024;

/**
 * Ways out of the sandbox, and ways to take more than there is. None does harm where it succeeds: it reads what was
 * made for it, writes nothing into a file that there is, and takes only a little more than it may.
 */
export function attemptsOn(targets: Targets): readonly Attempt[] {
  return [
    ...toFiles(targets),
    ...toGit(targets),
    ...toNetwork(targets),
    ...toProcesses(targets),
    ...toRights(),
    ...toLimits(targets),
  ];
}

type Row = readonly [name: string, command: string, said: RegExp];

function rows(topic: Attempt["topic"], all: readonly Row[]): readonly Attempt[] {
  return all.map(([name, command, said]) => ({ topic, name, command, said }));
}

function toFiles({ home, repository, other }: Targets): readonly Attempt[] {
  return rows("files", [
    ["read a key at home", `cat ${word(`${home}/.ssh/id_rsa`)}`, gone],
    ["read it through a link", `ln -s ${word(`${home}/.ssh`)} in && cat in/id_rsa`, gone],
    ["write through a link", `ln -s ${word(`${home}/.ssh`)} out; echo x > out/new`, /nonexistent|No such/],
    ["read the checkout", `cat ${word(`${repository}/.env`)}`, gone],
    ["read another worktree", `ls ${word(other)}`, gone],
    ["climb out of the worktree", "cd .. && cat .ssh/id_rsa", gone],
    ["read the log of a session", `cat ${word(`${repository}/.git/huddle/log`)}`, gone],
    ["write the log of a session", `echo x >> ${word(`${repository}/.git/huddle/log`)}`, fixed],
    ["read a key in git's folder", `grep . ${word(`${repository}/.git/credentials`)}`, nothing],
    ["read the passwords", "cat /etc/shadow", gone],
    ["add a program", "touch /usr/bin/huddle-attack", fixed],
    ["open the system's settings", ": >> /etc/hosts", fixed],
    ["write at the root", "touch /huddle-attack", fixed],
    ["add a device", "touch /dev/huddle-attack", fixed],
    ["set the kernel", "at=/proc/sys/vm/swappiness; was=$(cat $at); echo $was > $at", fixed],
    ["link a file in", `ln ${word(`${repository}/.git/HEAD`)} stolen`, /cross-device/i],
    ["link a program in", "ln /usr/bin/env stolen", /cross-device/i],
    ["write what holds it", "touch /tmp/.huddle/config", fixed],
    ["look into /run, /var, /home", "ls /run /var /home /srv", gone],
    ["go through another root", "cat /proc/1/root/etc/shadow", gone],
  ]);
}

function toGit({ repository, other }: Targets): readonly Attempt[] {
  const common = `${repository}/.git`;
  return rows("git", [
    ["replace .git", "echo gitdir: /tmp > .git", fixed],
    ["remove .git", "rm -f .git", /busy|Read-only/],
    ["move .git away", "mv .git x", /busy|Read-only/],
    ["commit", "echo y > y && git add y", fixed],
    ["move a branch", "git branch stolen", /Read-only|Unable to create/],
    ["change git's settings", "git config core.fsmonitor evil", fixed],
    ["write git's settings", `echo x >> ${word(`${common}/config`)}`, fixed],
    ["write a hook", `echo x > ${word(`${common}/hooks/pre-commit`)}`, fixed],
    ["work in another worktree", `git -C ${word(other)} status`, gone],
    ["read a token in an address", "git config remote.origin.url", nothing],
    ["see other worktrees", `ls ${word(`${common}/worktrees/other`)}`, gone],
  ]);
}

function toNetwork({ port, socket, abstract }: Targets): readonly Attempt[] {
  const connect = (to: object) =>
    `node -e ${word(
      `require("node:net").connect(${JSON.stringify(to)}, () => process.exit(0)).on("error", (error) => { console.log(error.code); process.exit(1); })`,
    )}`;
  const packet = `require("node:dgram").createSocket("udp4").send("x", 53, "8.8.8.8", (error) => { console.log(error?.code); process.exit(error ? 1 : 0); })`;
  return rows("network", [
    ["find a network", "grep : /proc/net/dev | grep -v '^ *lo:'", nothing],
    ["reach a server of this machine", connect({ port, host: "127.0.0.1" }), /^ECONNREFUSED$/m],
    ["reach an address", connect({ port: 53, host: "1.1.1.1" }), /^ENETUNREACH$/m],
    ["reach a mapped address", connect({ port: 80, host: "::ffff:8.8.8.8" }), /^ENETUNREACH$/m],
    ["ask for a name", connect({ port: 80, host: "example.com" }), /^(EAI_AGAIN|ENOTFOUND)$/m],
    ["send a packet", `node -e ${word(packet)}`, /^ENETUNREACH$/m],
    ["reach a socket", connect({ path: socket }), /^ENOENT$/m],
    ["reach an abstract socket", connect({ path: abstract }), /^ECONNREFUSED$/m],
  ]);
}

function toProcesses({ pid }: Targets): readonly Attempt[] {
  return rows("processes", [
    ["end a process", `kill -9 ${pid}`, /No such process/],
    ["read its environment", `cat /proc/${pid}/environ`, gone],
    [
      "find a key in any environment",
      "cat /proc/[0-9]*/environ | tr '\\0' '\\n' | grep -i -e _key -e token",
      nothing,
    ],
  ]);
}

function toRights(): readonly Attempt[] {
  return rows("rights", [
    ["make a namespace", "unshare -U true", /unshare/],
    ["mount", "mkdir -p m && mount -t tmpfs none m", /mount/],
    ["undo a mount", "umount .git", /umount/],
    ["have capabilities", "grep -q '^CapEff:.*[1-9a-f]' /proc/self/status", nothing],
    ["win privileges", "grep 'NoNewPrivs:.*0' /proc/self/status", nothing],
    ["become root", "su -c true root < /dev/null", /su/],
    ["give a file to root", "touch mine && chown 0:0 mine", /Invalid argument|not permitted/],
    ["make a device", "mknod disk b 8 0", /not permitted/],
  ]);
}

function toLimits({ worktree, temporary }: Targets): readonly Attempt[] {
  const most = {
    memoryBytes: 96 * mega,
    processes: 60,
    disk: { bytes: 32 * mega, folders: [worktree, temporary] },
  };
  const some = "n=0; while [ $n -lt 150 ]; do sleep 5 & n=$((n+1)); done; wait";
  const many = [
    ["take memory", "head -c 600000000 /dev/zero | tail -c 500000000 | sleep 5", "memory"],
    ["start processes", some, "processes"],
    ["fill the disk", "head -c 100000000 /dev/zero > /tmp/large; sleep 5", "disk"],
  ] as const;
  return [
    ...many.map(
      ([name, command, over]): Attempt => ({
        topic: "limits",
        name,
        command,
        said: /(?:)/,
        limits: most,
        over,
      }),
    ),
    ...rows("limits", [
      [
        "fill the memory for sharing",
        "head -c 100000000 /dev/zero > /dev/shm/x",
        /No space left|Read-only|No such/,
      ],
    ]),
    {
      topic: "limits",
      name: "go on in the background",
      command: `setsid nohup env -i sh -c 'sleep 0.2; : > ${lateFile}' > /dev/null 2>&1 & exit 1`,
      said: nothing,
      lateMs: 500,
    },
  ];
}

function word(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

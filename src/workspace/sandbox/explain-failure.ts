/** What keeps a sandbox from working, and what to do. */
export interface Explained {
  readonly why: string;
  readonly remedy: string;
}

export const notInstalled: Explained = {
  why: "bubblewrap, which keeps commands inside their worktree, is not installed",
  remedy:
    "Install it: sudo apt-get install bubblewrap (Debian, Ubuntu), sudo dnf install bubblewrap (Fedora) or sudo pacman -S bubblewrap (Arch).",
};

const outer = 'set "sandbox": "outer" in your config if this machine is itself a sandbox';

const apparmor: Explained = {
  why: "AppArmor does not let bubblewrap make a user namespace, as on Ubuntu since 23.10",
  remedy: [
    "Allow it for bubblewrap alone:",
    "printf 'abi <abi/4.0>,\\ninclude <tunables/global>\\nprofile bwrap /usr/bin/bwrap flags=(unconfined) {\\n  userns,\\n}\\n' | sudo tee /etc/apparmor.d/bwrap && sudo systemctl reload apparmor",
    "Or for all programs, until the next start:",
    "sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0",
  ].join("\n"),
};

const switchedOff: Explained = {
  why: "this system does not allow user namespaces",
  remedy:
    "Allow them: sudo sysctl -w user.max_user_namespaces=15000, and on Debian also sudo sysctl -w kernel.unprivileged_userns_clone=1.",
};

const container: Explained = {
  why: "this container may not make namespaces",
  remedy: `Start it with docker run --security-opt seccomp=unconfined --security-opt apparmor=unconfined --security-opt systempaths=unconfined, or ${outer}.`,
};

/** In this order: the first that fits what bubblewrap said. */
const known: readonly (readonly [RegExp, Explained])[] = [
  [/setting up uid map: Permission denied|Failed RTM_NEWADDR: Operation not permitted/i, apparmor],
  [/Creating new namespace failed: No space left|kernel does not support user namespaces/i, switchedOff],
  [/max_user_namespaces|nesting depth/i, switchedOff],
  [/Creating new namespace failed: Operation not permitted/i, container],
  [/Can't mount proc|Failed to mount proc|mounting proc/i, container],
  [/Failed to make .* slave|pivot_root: Operation not permitted/i, container],
];

/** It says the same where a setting of the kernel forbids namespaces and where a container does. */
const forbidden = /No permissions to creat(?:e|ing) (?:a )?new namespace|unprivileged_userns_clone/i;

/** `said`: the first line that the probe got. */
export function explainFailure(said: string, inContainer: boolean): Explained {
  if (forbidden.test(said)) return inContainer ? container : switchedOff;
  const found = known.find(([pattern]) => pattern.test(said));
  return found?.[1] ?? { why: `bubblewrap does not work here: ${said}`, remedy: capital(`${outer}.`) };
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

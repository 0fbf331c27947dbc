/** What keeps a sandbox from working, and what to do. */
export interface Explained {
  readonly why: string;
  readonly remedy: string;
}

export const notInstalled: Explained = {
  why: "bubblewrap is not installed",
  remedy:
    "Install it: sudo apt-get install bubblewrap, sudo dnf install bubblewrap, or sudo pacman -S bubblewrap.",
};

export function explainFailure(line: string): Explained {
  return { why: line, remedy: 'Set "sandbox": "outer".' };
}

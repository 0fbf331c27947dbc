import type { shells } from "../option-values.ts";
import type { TreeCommand } from "./command-tree.ts";

type Shell = (typeof shells)[number];

/** What a shell reads to complete `huddle`. It asks Huddle each time, so that names of sessions and tasks are fresh. */
export function shellScript(shell: Shell, root: TreeCommand): string {
  switch (shell) {
    case "bash":
      return bash;
    case "zsh":
      return zsh;
    case "fish":
      return fish(root);
  }
}

const bash = `# huddle in bash: put  eval "$(huddle completion bash)"  into ~/.bashrc
_huddle() {
  local IFS=$'\\n'
  COMPREPLY=($(huddle completion words -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f1))
}
complete -o default -F _huddle huddle
`;

const zsh = `#compdef huddle
# huddle in zsh: put  eval "$(huddle completion zsh)"  into ~/.zshrc, behind compinit
_huddle() {
  local -a found
  local line
  for line in "\${(@f)$(huddle completion words -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    [[ -n $line ]] && found+=("\${line/$'\\t'/:}")
  done
  if (( \${#found} )); then _describe huddle found; else _files; fi
}
compdef _huddle huddle
`;

/** Fish offers files only behind an option that takes one. */
function fish(root: TreeCommand): string {
  const files = [...new Set(filesIn(root))].join(" ");
  return `# huddle in fish: huddle completion fish > ~/.config/fish/completions/huddle.fish
function __huddle_words
  set -l typed (commandline -opc)
  huddle completion words -- $typed[2..-1] (commandline -ct) 2>/dev/null
end
complete -c huddle -f -a '(__huddle_words)'
complete -c huddle -n 'contains -- (commandline -opc)[-1] ${files}' -F
`;
}

function filesIn({ options, parts }: TreeCommand): readonly string[] {
  return [
    ...options.flatMap(({ long, value }) => (value === "<file>" || value === "<folder>" ? [long] : [])),
    ...parts.flatMap(filesIn),
  ];
}

/** What --help ends with. */
export const examples = `
Examples:
  huddle demo                                   watch a scripted team at work
  huddle new "a calculator for the terminal"    start a session in this repository
  huddle do "correct the typo in the help"      small work, without a talk
  huddle groom "offline mode"                   explore a topic before anybody plans anything
  huddle run                                    let the team work, and be asked when it needs you
  huddle say --to mara "keep it to one file"    tell one of them something, from any terminal
  huddle reply q41 2                            choose the second option of a question
  huddle show --follow                          watch from a second terminal
  huddle ship --onto main                       bring what was built onto a branch
  huddle status --json                          for scripts; every command takes --json

Exit codes: 0 finished or nothing to do, 1 something is wrong, 2 wrong usage, 3 waiting for you,
4 over budget, 5 the work failed its checks, 130 stopped.
`;

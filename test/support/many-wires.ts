// A command has one wire, which listens for a closed pipe and for Ctrl-C until the process ends. Tests open many in one
// process, and more listeners there are no leak.
for (const one of [process, process.stdout, process.stderr]) one.setMaxListeners(0);

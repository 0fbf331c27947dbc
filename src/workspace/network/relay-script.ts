/**
 * Runs inside the sandbox, which has no network: listens at ports of the inside and leads each connection through a
 * socket file to the outside, where somebody decides about it. Then it starts the command and ends as that does. Plain
 * JavaScript, because it runs as a file of its own: `node relay.cjs '{"5432": "/socket"}' sh -c …`.
 */
export const relayScript = `"use strict";
const { spawn } = require("node:child_process");
const { connect, createServer } = require("node:net");
const { constants } = require("node:os");

const [listed, program, ...words] = process.argv.slice(2);
const ways = Object.entries(JSON.parse(listed));

function listen(port, path, host) {
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const way = connect({ path, allowHalfOpen: true });
    const end = () => {
      client.destroy();
      way.destroy();
    };
    client.on("error", end);
    way.on("error", end);
    client.pipe(way);
    way.pipe(client);
  });
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(Number(port), host, resolve);
  });
}

async function main() {
  for (const [port, path] of ways) {
    await listen(port, path, "127.0.0.1");
    await listen(port, path, "::1").catch(() => {});
  }
  const child = spawn(program, words, { stdio: "inherit" });
  child.on("error", (error) => {
    process.stderr.write(program + ": " + error.message + "\\n");
    process.exit(127);
  });
  child.on("exit", (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}

main().catch((error) => {
  process.stderr.write("[sandbox] " + error.message + "\\n");
  process.exit(126);
});
`;

/**
 * What the kernel refuses to a command: what namespaces do not part from the rest of the machine. Keyrings belong to
 * the person, whose tickets and tokens lie there, and a socket to the host of a virtual machine is no network.
 */
export function seccompFilter(arch: NodeJS.Architecture): Uint8Array | undefined {
  const machines = known[arch];
  if (machines === undefined) return undefined;
  const lines = [load(archAt), ...machines.flatMap(forMachine), returns(refused.keys)];
  const bytes = Buffer.alloc(lines.length * 8);
  for (const [at, { code, yes = 0, no = 0, value }] of lines.entries()) {
    bytes.writeUInt16LE(code, at * 8);
    bytes.writeUInt8(yes, at * 8 + 2);
    bytes.writeUInt8(no, at * 8 + 3);
    bytes.writeUInt32LE(value, at * 8 + 4);
  }
  return bytes;
}

/** The numbers that one kind of program calls the kernel by. */
interface Machine {
  readonly audit: number;
  /** add_key, request_key and keyctl; of old programs also socketcall, whose arguments cannot be seen. */
  readonly keys: readonly number[];
  readonly socket: number;
  /** Numbers from here on belong to a third kind of program, which nobody has. */
  readonly below?: number;
}

/** A 64-bit kernel also runs 32-bit programs, which have numbers of their own. */
const known: Readonly<Partial<Record<NodeJS.Architecture, readonly Machine[]>>> = {
  x64: [
    { audit: 0xc000003e, keys: [248, 249, 250], socket: 41, below: 0x40000000 },
    { audit: 0x40000003, keys: [286, 287, 288, 102], socket: 359 },
  ],
  arm64: [
    { audit: 0xc00000b7, keys: [217, 218, 219], socket: 198 },
    { audit: 0x40000028, keys: [309, 310, 311, 102], socket: 281 },
  ],
};

interface Line {
  readonly code: number;
  /** How many lines are left out if the comparison holds, and if it does not. */
  readonly yes?: number;
  readonly no?: number;
  readonly value: number;
}

const [numberAt, archAt, firstArgumentAt] = [0, 4, 16];
const vsock = 40;
const [notPermitted, noSuchFamily] = [1, 97];
const refused = { keys: 0x00050000 + notPermitted, vsock: 0x00050000 + noSuchFamily };
const allowed = 0x7fff0000;

const load = (value: number): Line => ({ code: 0x20, value });
const returns = (value: number): Line => ({ code: 0x06, value });
const equals = (value: number, yes: number, no: number): Line => ({ code: 0x15, yes, no, value });
const reaches = (value: number, yes: number, no: number): Line => ({ code: 0x35, yes, no, value });

/** What holds for one kind of program; others go past it. */
function forMachine({ audit, keys, socket, below }: Machine): readonly Line[] {
  const ending = [
    equals(socket, 0, 3),
    load(firstArgumentAt),
    equals(vsock, 0, 1),
    returns(refused.vsock),
    returns(allowed),
    returns(refused.keys),
  ];
  const last = ending.length - 1;
  const calls = [
    ...(below === undefined ? [] : [reaches(below, keys.length + last, 0)]),
    ...keys.map((number, at) => equals(number, keys.length - 1 - at + last, 0)),
  ];
  const body = [load(numberAt), ...calls, ...ending];
  return [equals(audit, 0, body.length), ...body];
}

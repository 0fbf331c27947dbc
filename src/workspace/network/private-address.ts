import { BlockList, isIPv6 } from "node:net";

const subnets: readonly (readonly [string, number])[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
  ["::", 128],
  ["::1", 128],
  // An address of the older kind in the clothes of the newer one.
  ["::ffff:0:0", 96],
  ["::", 96],
  ["64:ff9b::", 96],
  ["64:ff9b:1::", 48],
  ["2002::", 16],
  ["fc00::", 7],
  ["fe80::", 10],
  ["fec0::", 10],
  ["ff00::", 8],
];

/** One list for each kind: in a common one, every address of the older kind is one in the newer's clothes. */
function listOf(kind: "ipv4" | "ipv6"): BlockList {
  const list = new BlockList();
  for (const [net, prefix] of subnets)
    if (isIPv6(net) === (kind === "ipv6")) list.addSubnet(net, prefix, kind);
  return list;
}

const older = listOf("ipv4");
const newer = listOf("ipv6");

/** Whether an address is one of this machine or of its network, or nobody's. */
export function isPrivateAddress(address: string): boolean {
  return isIPv6(address) ? newer.check(address, "ipv6") : older.check(address, "ipv4");
}

import { describe, expect, test } from "vitest";
import { hostOf, isNamed, mayBePrivate } from "./hosts.ts";
import { isPrivateAddress } from "./private-address.ts";

test.each<readonly [string, { host: string; port?: number } | undefined]>([
  ["example.com", { host: "example.com" }],
  ["Example.COM.", { host: "example.com" }],
  ["example.com:8080", { host: "example.com", port: 8080 }],
  ["[::1]:443", { host: "::1", port: 443 }],
  ["::1", { host: "::1" }],
  ["10.0.0.5:1", { host: "10.0.0.5", port: 1 }],
  ...["", ":80", "a:0", "a:65536", "a:b", "http://a", "a/b", "user@a", "a b", "a\nb", "[a", "a:1:2"].map(
    (text) => [text, undefined] as const,
  ),
])("%j as a host", (text, host) => {
  expect(hostOf(text)).toEqual(host);
});

describe("a destination is named", () => {
  const hosts = ["registry.test", "*.example.com", "db.test:5432", "10.0.0.5", "[::1]:8080"];
  test.each([
    ["registry.test", 443, true],
    ["registry.test", 80, true],
    ["registry.test", 22, false],
    ["sub.registry.test", 443, false],
    ["xregistry.test", 443, false],
    ["a.example.com", 443, true],
    ["a.b.example.com", 443, true],
    ["example.com", 443, false],
    ["evilexample.com", 443, false],
    [".example.com", 443, false],
    ["db.test", 5432, true],
    ["db.test", 443, false],
    ["10.0.0.5", 443, true],
    ["10.0.0.6", 443, false],
    ["::1", 8080, true],
    ["::1", 443, false],
  ] as const)("%s:%i: %s", (host, port, named) => {
    expect(isNamed({ host, port }, hosts)).toBe(named);
  });

  test("a name leads into one's own network only where a person says so; an address is meant as it is", () => {
    const reachable = { hosts, privately: ["db.test", "api.test:8080"], ports: [] };
    expect(mayBePrivate({ host: "db.test", port: 5432 }, reachable)).toBe(true);
    expect(mayBePrivate({ host: "api.test", port: 8080 }, reachable)).toBe(true);
    expect(mayBePrivate({ host: "registry.test", port: 443 }, reachable)).toBe(false);
    expect(mayBePrivate({ host: "10.0.0.5", port: 443 }, reachable)).toBe(true);
    expect(mayBePrivate({ host: "10.0.0.6", port: 443 }, reachable)).toBe(false);
  });
});

test.each([
  ...["127.0.0.1", "127.9.9.9", "0.0.0.0", "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.1.1"],
  ...["169.254.169.254", "100.64.0.1", "198.18.0.1", "224.0.0.1", "255.255.255.255", "::1", "::"],
  ...["::ffff:127.0.0.1", "::ffff:8.8.8.8", "::127.0.0.1", "fc00::1", "fd12::1", "fe80::1", "ff02::1"],
  ...["64:ff9b::7f00:1", "2002:7f00:1::"],
])("%s is an address of one's own network, or of nobody", (address) => {
  expect(isPrivateAddress(address)).toBe(true);
});

test.each(["8.8.8.8", "172.32.0.1", "172.15.0.1", "11.0.0.1", "100.128.0.1", "2606:4700::1111", "192.0.2.1"])(
  "%s is an address of somebody",
  (address) => {
    expect(isPrivateAddress(address)).toBe(false);
  },
);

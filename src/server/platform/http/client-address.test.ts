import { Hono } from "hono";
import { expect, it } from "vitest";
import type { Environment } from "../../context.ts";
import { clientAddress } from "./client-address.ts";

async function addressOf(appUrl: string, remoteAddress: string, forwarded?: string): Promise<string> {
  const app = new Hono<Environment>();
  app.get("/", (c) => {
    c.set("dependencies", { appUrl } as never);
    return c.text(clientAddress(c));
  });
  const headers = forwarded ? { "x-forwarded-for": forwarded } : undefined;
  const response = await app.request("/", headers ? { headers } : {}, { incoming: { socket: { remoteAddress } } });
  return response.text();
}

it.each([
  [
    "a direct client by its socket address, whatever header it sends",
    "http://club.example",
    "203.0.113.7",
    "1.2.3.4",
    "203.0.113.7",
  ],
  [
    "an IPv4-mapped IPv6 address as the IPv4 address",
    "http://club.example",
    "::ffff:203.0.113.7",
    undefined,
    "203.0.113.7",
  ],
  ["an IPv6 client by its /64 network", "http://club.example", "2001:db8:1:2:3:4:5:6", undefined, "2001:db8:1:2::/64"],
  ["an abbreviated IPv6 address by its /64 network", "http://club.example", "2001:db8::6", undefined, "2001:db8::/64"],
  [
    "a client behind our proxy by the last forwarded address",
    "https://club.example",
    "10.0.0.2",
    "1.2.3.4, 203.0.113.7",
    "203.0.113.7",
  ],
  [
    "a client that bypasses the proxy by its socket address",
    "https://club.example",
    "203.0.113.9",
    "1.2.3.4",
    "203.0.113.9",
  ],
  ["a proxy that forwards no address by its own", "https://club.example", "127.0.0.1", undefined, "127.0.0.1"],
  ["any client by its socket address without https", "http://127.0.0.1:3000", "127.0.0.1", "1.2.3.4", "127.0.0.1"],
])("A limit counts %s", async (_who, appUrl, peer, forwarded, expected) => {
  expect(await addressOf(appUrl, peer, forwarded)).toBe(expected);
});

const behindProxy = (forwarded: string) => addressOf("https://club.example", "10.0.0.2", forwarded);

it.each([
  ["203.0.113.11:40000", "203.0.113.11"],
  ["::ffff:203.0.113.11", "203.0.113.11"],
  ["::FFFF:cb00:710b", "203.0.113.11"],
  ["[::ffff:203.0.113.11]:40000", "203.0.113.11"],
  ['"[2001:db8:1:2::1]:40000"', "2001:db8:1:2::/64"],
  ["[2001:db8:1:2::1]", "2001:db8:1:2::/64"],
  ["2001:0DB8:0001:0002::1", "2001:db8:1:2::/64"],
  ["2001:db8:1:2:0:0:0:9", "2001:db8:1:2::/64"],
  ["2001:db8:1:2::9%eth0", "2001:db8:1:2::/64"],
  ["2001:db8:1:2::203.0.113.7", "2001:db8:1:2::/64"],
])("A limit counts the client when the proxy forwards %s, as %s", async (forwarded, expected) => {
  expect(await behindProxy(forwarded)).toBe(expected);
});

it.each([
  "unknown",
  "_hidden",
  "203.0.113",
  "3405803787",
  "0313.0.113.7",
  "203.0.113.256",
  "2001:db8",
  "[203.0.113.7",
  "",
])("A limit counts the proxy itself when it forwards %j, which is not an address", async (forwarded) => {
  expect(await behindProxy(forwarded)).toBe("10.0.0.2");
});

it.each([
  ["127.0.0.1", true],
  ["172.31.0.1", true],
  ["192.168.1.1", true],
  ["::1", true],
  ["fd00::1", true],
  ["fe80::1%eth0", true],
  ["::ffff:10.0.0.2", true],
  ["172.32.0.1", false],
  ["100.64.0.1", false],
  ["203.0.113.1", false],
  ["2001:db8::1", false],
])("A forwarded address is trusted from %s: %s", async (peer, isBelieved) => {
  const counted = await addressOf("https://club.example", peer, "198.51.100.1");
  expect(counted === "198.51.100.1").toBe(isBelieved);
});

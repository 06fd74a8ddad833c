import { BlockList, isIPv6 } from "node:net";
import type { Context } from "hono";
import type { Environment } from "./environment.ts";

/** Where a proxy of ours can be: on this machine, or in a private network. */
const nearby = new BlockList();
for (const [network, prefix] of [
  ["127.0.0.0", 8],
  ["10.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
] as const) {
  nearby.addSubnet(network, prefix, "ipv4");
}
for (const [network, prefix] of [
  ["::1", 128],
  ["fc00::", 7],
  ["fe80::", 10],
] as const) {
  nearby.addSubnet(network, prefix, "ipv6");
}

/** By which the server hands on the client's address to Better Auth, over whatever the client sent under that name. */
export const clientIpHeader = "x-client-ip";

/** Whom a limit counts: an IPv6 client by its /64, since its owner can take any address in it. */
export function clientAddress(c: Context<Environment>): string {
  const address = clientIp(c);
  return isIPv6(address) ? networkOf(address) : address;
}

/**
 * The address of the socket. A club that people reach over https has a proxy before it, since this server speaks http
 * only; what that adds last to X-Forwarded-For is then the client. What a client itself writes into the header stands
 * before it and is not believed.
 */
export function clientIp(c: Context<Environment>): string {
  const forwarded = isFromOwnProxy(c) ? c.req.header("x-forwarded-for")?.split(",").at(-1)?.trim() : undefined;
  return withoutMapping(forwarded || peerOf(c));
}

/** Whether a proxy of ours sent the request, which may then say more of it than a stranger may. */
export function isFromOwnProxy(c: Context<Environment>): boolean {
  const peer = peerOf(c);
  return c.var.dependencies.appUrl.startsWith("https:") && nearby.check(peer, familyOf(peer));
}

const peerOf = (c: Context<Environment>) => withoutMapping(c.env?.incoming?.socket?.remoteAddress ?? "unknown");

const withoutMapping = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, "");
const familyOf = (address: string) => (isIPv6(address) ? "ipv6" : "ipv4");

/** The first four of an IPv6 address's eight groups. */
function networkOf(address: string): string {
  const [head = [], tail] = address.split("::").map((half) => half.split(":").filter(Boolean));
  const missing = tail ? 8 - head.length - tail.length : 0;
  return [...head, ...Array<string>(missing).fill("0"), ...(tail ?? [])].slice(0, 4).join(":");
}

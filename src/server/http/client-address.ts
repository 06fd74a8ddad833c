import { isIPv6 } from "node:net";
import type { Context } from "hono";
import type { Environment } from "./environment.ts";

/**
 * Whom a limit counts: the address of the socket. Headers are not believed, since anyone can write them. An IPv6 client
 * is its /64, as it can take any address inside it.
 */
export function clientAddress(c: Context<Environment>): string {
  const address = c.env?.incoming?.socket?.remoteAddress ?? "unknown";
  const ipv4 = address.replace(/^::ffff:/, "");
  return isIPv6(ipv4) ? firstHalf(ipv4) : ipv4;
}

function firstHalf(address: string): string {
  const [head = "", tail = ""] = address.split("::");
  const groups = head.split(":").filter(Boolean);
  const missing = 8 - groups.length - tail.split(":").filter(Boolean).length;
  return [...groups, ...Array(address.includes("::") ? missing : 0).fill("0"), ...tail.split(":")]
    .slice(0, 4)
    .join(":");
}

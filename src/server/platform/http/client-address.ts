import ipaddr from "ipaddr.js";
import type { NodeBindings } from "./http-context.ts";

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Subset of Hono's context. */
interface IncomingRequest {
  env?: NodeBindings;
  req: { header(name: string): string | undefined };
  var: { dependencies: { appUrl: string } };
}

const proxyRanges = new Set<ReturnType<Address["range"]>>(["loopback", "private", "uniqueLocal", "linkLocal"]);

/** Passes the client's address to Better Auth; overwrites a client's own header. */
export const clientIpHeader = "x-client-ip";

const networkBits = 64;
const unknownAddress = "unknown";

/** Rate limit key: IPv6 by its /64. */
export function clientAddress(c: IncomingRequest): string {
  const address = findClient(c);
  if (!address) return unknownAddress;
  return address.kind() === "ipv4" ? address.toString() : `${networkOf(address)}/${networkBits}`;
}

/**
 * Behind our proxy (https): the last entry of X-Forwarded-For; earlier ones can be forged. Otherwise the socket's
 * address.
 */
export const clientIp = (c: IncomingRequest): string => findClient(c)?.toString() ?? unknownAddress;

export function isFromOwnProxy(c: IncomingRequest): boolean {
  const peer = peerOf(c);
  return c.var.dependencies.appUrl.startsWith("https:") && peer !== undefined && proxyRanges.has(peer.range());
}

function findClient(c: IncomingRequest): Address | undefined {
  const forwarded = isFromOwnProxy(c) ? c.req.header("x-forwarded-for")?.split(",").at(-1) : undefined;
  return (forwarded && parseAddress(forwarded)) || peerOf(c);
}

const peerOf = (c: IncomingRequest) => parseAddress(c.env?.incoming?.socket?.remoteAddress ?? "");

/** Accepts a port, and the quotes and brackets of RFC 7239. */
function parseAddress(text: string): Address | undefined {
  const bare = text.trim().replace(/^"(.*)"$/, "$1");
  const [, bracketed] = /^\[([^\]]*)\](?::\d+)?$/.exec(bare) ?? [];
  const [, beforePort] = /^([\d.]+):\d+$/.exec(bare) ?? [];
  const address = bracketed ?? beforePort ?? bare;
  // Rejects shortened, octal and hexadecimal IPv4, which parsers read differently.
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address);
  return isAddress ? ipaddr.process(address) : undefined;
}

const networkOf = (address: Address) => ipaddr.IPv6.networkAddressFromCIDR(`${address}/${networkBits}`).toString();

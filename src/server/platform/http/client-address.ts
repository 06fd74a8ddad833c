import ipaddr from "ipaddr.js";
import type { NodeBindings } from "./http-context.ts";

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** As much of Hono's context as says where a request comes from. */
interface IncomingRequest {
  env?: NodeBindings;
  req: { header(name: string): string | undefined };
  var: { dependencies: { appUrl: string } };
}

/** Where a proxy of ours can be: on this machine, or in a private network. */
const proxyRanges = new Set<ReturnType<Address["range"]>>(["loopback", "private", "uniqueLocal", "linkLocal"]);

/** By which the server hands on the client's address to Better Auth, over whatever the client sent under that name. */
export const clientIpHeader = "x-client-ip";

const networkBits = 64;
const unknownAddress = "unknown";

/** The key limits count a client by: an IPv6 client by its /64, since its owner can take any address in it. */
export function clientAddress(c: IncomingRequest): string {
  const address = findClient(c);
  if (!address) return unknownAddress;
  return address.kind() === "ipv4" ? address.toString() : `${networkOf(address)}/${networkBits}`;
}

/**
 * The address of the socket. A club that people reach over https has a proxy before it, since this server speaks http
 * only; what that adds last to X-Forwarded-For is then the client. What a client itself writes into the header stands
 * before it and is not believed.
 */
export const clientIp = (c: IncomingRequest): string => findClient(c)?.toString() ?? unknownAddress;

/** Whether a proxy of ours sent the request, which may then say more of it than a stranger may. */
export function isFromOwnProxy(c: IncomingRequest): boolean {
  const peer = peerOf(c);
  return c.var.dependencies.appUrl.startsWith("https:") && peer !== undefined && proxyRanges.has(peer.range());
}

function findClient(c: IncomingRequest): Address | undefined {
  const forwarded = isFromOwnProxy(c) ? c.req.header("x-forwarded-for")?.split(",").at(-1) : undefined;
  return (forwarded && parseAddress(forwarded)) || peerOf(c);
}

const peerOf = (c: IncomingRequest) => parseAddress(c.env?.incoming?.socket?.remoteAddress ?? "");

/** Some proxies add the port, with an IPv6 address in brackets, or quote both as RFC 7239 does. */
function parseAddress(text: string): Address | undefined {
  const bare = text.trim().replace(/^"(.*)"$/, "$1");
  const [, bracketed] = /^\[([^\]]*)\](?::\d+)?$/.exec(bare) ?? [];
  const [, beforePort] = /^([\d.]+):\d+$/.exec(bare) ?? [];
  const address = bracketed ?? beforePort ?? bare;
  // Not the shortened, octal and hexadecimal forms of IPv4, which programs read in different ways.
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address);
  return isAddress ? ipaddr.process(address) : undefined;
}

const networkOf = (address: Address) => ipaddr.IPv6.networkAddressFromCIDR(`${address}/${networkBits}`).toString();

import { lookup as lookUpName } from "node:dns/promises";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";

/** Every address of a name, as the operating system resolves it. */
export type Resolve = (hostname: string) => Promise<readonly { address: string; family: number }[]>;

export const resolveName: Resolve = (hostname) => lookUpName(hostname, { all: true });

/** Public addresses that answer cloud machines with their credentials. */
const metadataAddresses = ["168.63.129.16"];
/** Global unicast: the only IPv6 addresses that are in use on the internet. */
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3");

export class PrivateAddressError extends Error {
  override name = "PrivateAddressError";
  constructor() {
    super("The address is in a private network.");
  }
}

/** Whether it is on the internet: not private, loopback, link-local, shared, multicast, reserved or mapped. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text) || metadataAddresses.includes(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== "unicast") return false;
  return address.kind() === "ipv4" || (address as ipaddr.IPv6).match(globalUnicast);
}

/** The literal address in a URL's host, or undefined for a name. */
export function literalAddressOf(hostname: string): string | undefined {
  const bare = hostname.replace(/^\[(.*)\]$/, "$1");
  return isIP(bare) ? bare : undefined;
}

/**
 * For a socket's `lookup`: resolves once, and hands over what was checked, so that a second answer of the name server
 * has no effect. One address that is not public refuses the name.
 */
export function publicLookup(resolve: Resolve): LookupFunction {
  return (hostname, { all, family }, callback) => {
    resolve(hostname).then(
      (found) => {
        if (found.length === 0 || !found.every(({ address }) => isPublicAddress(address))) {
          return callback(new PrivateAddressError(), "", 0);
        }
        const [first] = found.filter((address) => !family || address.family === family);
        if (all) return callback(null, [...found]);
        return callback(first ? null : new PrivateAddressError(), first?.address ?? "", first?.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, "", 0),
    );
  };
}

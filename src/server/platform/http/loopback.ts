import { isIPv4 } from "node:net";

/** Whether only programs on this machine can reach a server that listens on, or is called, this host. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, "$1").toLowerCase();
  return bare === "localhost" || bare === "::1" || (isIPv4(bare) && bare.startsWith("127."));
}

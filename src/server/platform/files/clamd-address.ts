/** A TCP port or a Unix socket. */
export type ClamdAddress = { host: string; port: number } | { path: string };

export const acceptedClamdAddress = "host:port, such as 127.0.0.1:3310, or the path of a socket";

/** @returns undefined for what is neither a host with a port nor an absolute path. */
export function parseClamdAddress(text: string): ClamdAddress | undefined {
  if (text.startsWith("/")) return { path: text };
  const [, bracketed, plain, port] = /^(?:\[([\da-f:.]+)\]|([\w.-]+)):(\d{1,5})$/i.exec(text) ?? [];
  const host = bracketed ?? plain;
  const isPort = Number(port) >= 1 && Number(port) <= 65_535;
  return host && isPort ? { host, port: Number(port) } : undefined;
}

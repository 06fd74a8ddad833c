import { readFileSync } from "node:fs";
import type { ConnectionOptions } from "node:tls";

/** A host starting with "/" is a Unix socket folder. */
export type DatabaseAddress = { url: string } | DatabaseEndpoint;

export interface DatabaseEndpoint {
  host: string;
  port: number;
  user: string;
  database: string;
  password?: string;
  tls?: ConnectionOptions;
}

/** Returns options for pg and pg-boss. @throws TypeError that never contains the URL. */
export function pgOptions(address: DatabaseAddress) {
  const { tls, ...endpoint } = endpointOf(address);
  return { ...endpoint, ssl: tls ?? false };
}

/** For logs, without the password. */
export function describeAddress(address: DatabaseAddress): string {
  const { host, port, user, database } = endpointOf(address);
  return `database "${database}" at ${host}:${port} as "${user}"`;
}

function endpointOf(address: DatabaseAddress): DatabaseEndpoint {
  return "url" in address ? parseDatabaseUrl(address.url) : address;
}

const defaultPort = 5432;
const sslModes = ["disable", "require", "verify-ca", "verify-full"] as const;

export const acceptedDatabaseUrl = `postgres://user:password@host:port/database, with sslmode=${sslModes.join("|")} and sslrootcert=/file.pem if needed`;

/**
 * One parser, since drivers disagree on `sslmode`; here as in libpq, default no TLS. Unknown parameters are ignored.
 * @throws TypeError that never contains the URL.
 */
export function parseDatabaseUrl(text: string): DatabaseEndpoint {
  const url = parseUrl(text);
  const query = url.searchParams;
  const user = query.get("user") ?? decodeURIComponent(url.username);
  if (!user) throw new TypeError("it names no user");
  const password = query.get("password") ?? decodeURIComponent(url.password);
  const tls = tlsOf(query.get("sslmode") ?? "disable", query.get("sslrootcert"));
  return {
    host: query.get("host") ?? (decodeURIComponent(url.hostname).replace(/^\[(.*)\]$/, "$1") || "localhost"),
    port: Number(query.get("port") ?? (url.port || defaultPort)),
    user,
    database: query.get("dbname") ?? (decodeURIComponent(url.pathname.slice(1)) || user),
    ...(password && { password }),
    ...(tls && { tls }),
  };
}

function parseUrl(text: string): URL {
  // libpq allows an empty host, URL does not.
  const withHost = text.replace(/^(postgres(?:ql)?:\/\/[^/?#]*@)\//, "$1localhost/");
  if (!/^postgres(ql)?:\/\//.test(text)) throw new TypeError("it does not start with postgres://");
  if (!URL.canParse(withHost)) throw new TypeError("it is no URL (special characters in a password are written %XX)");
  return new URL(withHost);
}

function tlsOf(sslMode: string, rootCertificateFile: string | null): ConnectionOptions | undefined {
  const ca = rootCertificateFile && rootCertificateFile !== "system" ? readFileSync(rootCertificateFile) : undefined;
  switch (sslMode) {
    case "disable":
      return undefined;
    case "require":
      return { rejectUnauthorized: false };
    case "verify-ca":
      return { ca, checkServerIdentity: () => undefined };
    case "verify-full":
      return { ca };
    default:
      throw new TypeError(`its sslmode is not one of ${sslModes.join(", ")}`);
  }
}

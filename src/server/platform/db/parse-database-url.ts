import { readFileSync } from "node:fs";
import type { ConnectionOptions } from "node:tls";
import type { DatabaseEndpoint } from "./database-address.ts";

const defaultPort = 5432;
const sslModes = ["disable", "require", "verify-ca", "verify-full"] as const;

export const acceptedDatabaseUrl = `postgres://user:password@host:port/database, with sslmode=${sslModes.join("|")} and sslrootcert=/file.pem if needed`;

/**
 * Reads a PostgreSQL URL once for all who connect, since drivers disagree on what `sslmode` means and on what to do with
 * parameters they do not know. `sslmode` means here what it means in libpq, and without it there is no TLS; parameters
 * other than `host`, `port`, `user`, `password`, `dbname`, `sslmode` and `sslrootcert` are ignored.
 * @throws TypeError saying what is wrong, never with the URL in it: it holds a password.
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
  // "postgres://user@/database?host=/folder" is good PostgreSQL and no good URL.
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

import { sql } from "kysely";
import type { Logger } from "pino";
import type { Database } from "../../platform/db/connect.ts";

/** Releases of 12 November 2026, by major version, as `server_version_num`. */
const securityReleases: Record<number, number> = { 18: 180007, 17: 170012, 16: 160016, 15: 150020 };

/** @returns such as "18.7"; undefined when up to date or newer than this list. */
export function findSecurityRelease(versionNumber: number): string | undefined {
  const release = securityReleases[Math.floor(versionNumber / 10_000)];
  return release !== undefined && versionNumber < release ? formatVersion(release) : undefined;
}

/** @param isOwn whether npm installs it. */
export async function warnOfOldPostgres(db: Database, isOwn: boolean, log: Pick<Logger, "warn">): Promise<void> {
  const { rows } = await sql<{ version: number }>`
    select current_setting('server_version_num')::integer as version`.execute(db);
  for (const { version } of rows) {
    const security_release = findSecurityRelease(version);
    if (!security_release) continue;
    const advice = isOwn
      ? "npm has no newer embedded PostgreSQL; set DATABASE_URL to a maintained server for a club that keeps people's data"
      : "upgrade the server behind DATABASE_URL";
    log.warn({ version: formatVersion(version), security_release }, `PostgreSQL lacks security fixes: ${advice}`);
  }
}

/** End of support by major version: postgresql.org/support/versioning. */
export const postgresSupportEnds: Record<number, string> = {
  15: "2027-11-11",
  16: "2028-11-09",
  17: "2029-11-08",
  18: "2030-11-14",
};

export const formatVersion = (version: number) => `${Math.floor(version / 10_000)}.${version % 10_000}`;

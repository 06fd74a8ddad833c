import { sql } from "kysely";
import type { Logger } from "pino";
import type { Database } from "../../platform/db/connect.ts";

/** PostgreSQL's security releases of 12 November 2026, by major version, as `server_version_num` writes them. */
const securityReleases: Record<number, number> = { 18: 180007, 17: 170012, 16: 160016, 15: 150020 };

/** @returns the release to upgrade to, such as "18.7"; undefined when the server has it, or is of a major released later. */
export function findSecurityRelease(versionNumber: number): string | undefined {
  const release = securityReleases[Math.floor(versionNumber / 10_000)];
  return release !== undefined && versionNumber < release ? formatVersion(release) : undefined;
}

/** Logs a warning when the database server lacks security fixes. @param isOwn for the embedded one, which npm installs. */
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

const formatVersion = (version: number) => `${Math.floor(version / 10_000)}.${version % 10_000}`;

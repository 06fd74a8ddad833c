import { generate, getDialect } from "kysely-codegen";
import { Kysely, PostgresDialect } from "kysely";
import { Pool } from "pg";
import { type DatabaseAddress, pgOptions } from "../src/server/db/database-address.ts";

export const databaseTypesFile = "src/server/db/database.generated.ts";

const status = '"pending" | "approved" | "rejected"';

/** The types of all tables of a migrated database, with the values that check constraints allow. */
export async function databaseTypes(address: DatabaseAddress): Promise<string> {
  const db = new Kysely<never>({ dialect: new PostgresDialect({ pool: new Pool(pgOptions(address)) }) });
  try {
    return await generate({
      db,
      dialect: getDialect("postgres"),
      includePattern: "(public|auth).*",
      outFile: null,
      overrides: {
        columns: {
          "member_profile_submissions.status": `Generated<${status}>`,
          "user_roles.role": '"admin" | "member"',
          "user_roles.status": `Generated<${status}>`,
          "membership_requests.role": '"member"',
          "membership_requests.status": status,
          "membership_requests.id": "string",
          "membership_requests.user_id": "string",
          "membership_requests.requested_at": "Timestamp",
          "membership_requests.email": "string",
          "membership_requests.email_verified": "boolean",
          "membership_requests.is_admin": "boolean",
        },
      },
    });
  } finally {
    await db.destroy();
  }
}

import { Kysely, PostgresDialect } from "kysely";
import { generate, getDialect, RawExpressionNode } from "kysely-codegen";
import { Pool } from "pg";
import { type DatabaseAddress, pgOptions } from "../src/server/platform/db/database-address.ts";

export const databaseTypesFile = "src/server/platform/db/database.generated.ts";

/** Raw node: a string would be parsed with an outdated TypeScript API. */
const type = (expression: string) => new RawExpressionNode(expression);
const status = '"pending" | "approved" | "rejected"';

const views = new Set(["admins", "audit_people", "membership_requests", "people"]);
const nullableInView = new Set([
  "approved_at",
  "approved_by",
  "approved_by_name",
  "full_name",
  "given_by",
  "given_by_name",
]);

/** Includes values allowed by check constraints. */
export async function databaseTypes(address: DatabaseAddress): Promise<string> {
  const db = new Kysely<never>({ dialect: new PostgresDialect({ pool: new Pool(pgOptions(address)) }) });
  try {
    return await generate({
      db,
      dialect: getDialect("postgres"),
      includePattern: "(public|auth).*",
      outFile: null,
      // PostgreSQL reports every view column as nullable.
      postprocess: async ({ metadata }) => {
        const columns = metadata.tables.filter(({ name }) => views.has(name)).flatMap((view) => view.columns);
        for (const column of columns) column.isNullable = nullableInView.has(column.name);
        return metadata;
      },
      overrides: {
        columns: {
          "member_profile_submissions.status": type(`Generated<${status}>`),
          "user_roles.role": type('"admin" | "member"'),
          "user_roles.status": type(`Generated<${status}>`),
          "membership_requests.role": type('"member"'),
          "membership_requests.status": type(status),
        },
      },
    });
  } finally {
    await db.destroy();
  }
}

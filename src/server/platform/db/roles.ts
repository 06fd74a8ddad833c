import type { Client } from "pg";

/** No login, own nothing, subject to row-level security. */
const requestRoles = ["club_visitor", "club_member"] as const;
const insufficientPrivilege = "42501";

/** `sql` is for an administrator to run. */
export class MissingRolesError extends Error {
  override name = "MissingRolesError";
  readonly sql: string;
  constructor(user: string, sql: string) {
    super(`The database user "${user}" may not create the roles that the club needs.`);
    this.sql = sql;
  }
}

/** Roles are server-wide. @throws MissingRolesError. */
export async function ensureRoles(client: Client): Promise<void> {
  const { rows } = await client.query<{ user: string; missing: string[] }>(
    `select current_user as user, array(
       select role from unnest($1::text[]) as role
        where not exists (select from pg_roles
                           where rolname = role and pg_has_role(current_user, oid, case
                             when current_setting('server_version_num')::int >= 160000 then 'SET' else 'MEMBER' end))
     ) as missing`,
    [requestRoles],
  );
  const { user, missing } = rows[0] as { user: string; missing: string[] };
  if (missing.length === 0) return;
  try {
    for (const statement of missing.map((role) => createRole(role, user))) await client.query(statement);
  } catch (error) {
    if ((error as { code?: string }).code !== insufficientPrivilege) throw error;
    throw new MissingRolesError(user, missing.map((role) => `${createRole(role, user).trim()};`).join("\n"));
  }
}

/** Revokes temporary tables from request roles, at every start since dumps omit database grants. */
export async function refuseTemporaryTables(client: Client): Promise<void> {
  await client.query(`do $$ begin
    execute format('revoke temporary on database %I from public', current_database());
  end $$`);
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** Ignores duplicates from concurrent starts. */
const createRole = (role: string, user: string) => `
do $$ begin
  create role ${role} nologin;
exception when duplicate_object or unique_violation then null;
end $$;
grant ${role} to ${quoted(user)}`;

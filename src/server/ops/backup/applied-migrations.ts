import type { ClientBase } from "pg";

/** The names of the migrations that made this database, in their order; none when it is no club's. */
export async function findAppliedMigrations(client: ClientBase): Promise<string[]> {
  const { rows: found } = await client.query("select to_regclass('migrations.applied') is not null as is_there");
  if (!found[0]?.is_there) return [];
  const { rows } = await client.query<{ name: string }>("select name from migrations.applied order by run_on, id");
  return rows.map(({ name }) => name);
}

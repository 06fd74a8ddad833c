import type { ClientBase } from "pg";

/**
 * Takes foreign keys and triggers off the club's tables while they are filled, so that the order of the tables does not
 * matter, nothing is done twice that a trigger had done, and no list of rows still to be checked grows in memory.
 * @returns puts them back, which checks every row there is.
 */
export async function openTables(client: ClientBase): Promise<() => Promise<void>> {
  const keys = await statements(
    client,
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as off,
            format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as on
       from pg_constraint
      where contype = 'f' and conparentid = 0 and connamespace in ('public'::regnamespace, 'auth'::regnamespace)`,
  );
  const triggers = await statements(
    client,
    `select format('alter table %s disable trigger %I', tgrelid::regclass, tgname) as off,
            format('alter table %s enable trigger %I', tgrelid::regclass, tgname) as on
       from pg_trigger t
       join pg_class c on c.oid = t.tgrelid and c.relnamespace in ('public'::regnamespace, 'auth'::regnamespace)
      where not tgisinternal and tgenabled = 'O' and tgparentid = 0`,
  );
  for (const { off } of [...keys, ...triggers]) await client.query(off);
  return async () => {
    for (const { on } of [...triggers, ...keys]) await client.query(on);
  };
}

const statements = async (client: ClientBase, text: string) =>
  (await client.query<{ on: string; off: string }>(text)).rows;

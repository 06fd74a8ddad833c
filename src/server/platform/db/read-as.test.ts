import { sql } from "kysely";
import { expect, it } from "vitest";
import { buildPerson } from "#server/sample/builders.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { connectDatabase } from "./connect.ts";

const database = await openTestDatabase();

const whoAmI = sql<{ role: string; id: string | null }>`select current_user as role, app_user_id() as id`;
const people = (count: number) => Promise.all(Array.from({ length: count }, () => buildPerson(database.db)));

it("Reads are anonymous for a visitor, as the person for a person, and as the owner on request", async () => {
  const { readAs } = database;
  const { id } = await buildPerson(database.db);
  const answers = [readAs({ userId: null }), readAs({ userId: id }), readAs("owner")].map((db) => whoAmI.execute(db));
  expect((await Promise.all(answers)).map(({ rows }) => rows)).toEqual([
    [{ role: "club_visitor", id: null }],
    [{ role: "club_member", id }],
    [{ role: "kindling", id: null }],
  ]);
});

it("Forty people who read concurrently over a few connections are isolated, and leave no trace of them there", async () => {
  const all = await people(40);
  const read = await Promise.all(all.map(({ id }) => whoAmI.execute(database.readAs({ userId: id }))));
  expect(read.map(({ rows }) => rows[0]?.id)).toEqual(all.map(({ id }) => id));
  const after = await Promise.all(all.map(() => whoAmI.execute(database.db)));
  expect(new Set(after.map(({ rows }) => JSON.stringify(rows)))).toEqual(new Set(['[{"role":"kindling","id":null}]']));
});

it("A reader sees only what the policies allow the actor", async () => {
  const [me, other] = await people(2);
  const roles = database
    .readAs({ userId: me?.id ?? "" })
    .selectFrom("user_roles")
    .select("user_id");
  expect(await roles.execute()).toEqual([{ user_id: me?.id }]);
  expect(await roles.where("user_id", "=", other?.id ?? "").execute()).toEqual([]);
});

it("A reader does not write, even what the actor's rights would allow", async () => {
  const { id } = await buildPerson(database.db);
  const insert = { user_id: id, full_name: "Mina" };
  const write = database.readAs({ userId: id }).insertInto("member_profile_submissions").values(insert).execute();
  await expect(write).rejects.toMatchObject({ code: "25006" });
});

it("A reader still reads after a failed statement, also with the same statement and valid values", async () => {
  const { id } = await buildPerson(database.db);
  const cast = (text: string) =>
    sql<{ uuid: string }>`select ${text}::uuid as uuid`.execute(database.readAs({ userId: id }));
  for (let round = 0; round < 6; round++) await expect(cast("no uuid")).rejects.toMatchObject({ code: "22P02" });
  expect((await cast(id)).rows).toEqual([{ uuid: id }]);
  await expect(sql`select from nowhere`.execute(database.readAs({ userId: id }))).rejects.toMatchObject({
    code: "42P01",
  });
  expect((await cast(id)).rows).toEqual([{ uuid: id }]);
});

it("A statement is prepared once on a connection, and the settings before it once", async () => {
  const { id } = await buildPerson(database.db);
  const mine = sql<{ id: string }>`select app_user_id() as id, ${"counted"}::text as word`;
  for (let round = 0; round < 3; round++) await mine.execute(database.readAs({ userId: id }));
  const { rows } = await sql<{ statement: string }>`
    select statement from pg_prepared_statements where statement like 'select set_config%' or statement like '%as word'
     order by length(statement)`.execute(database.readAs({ userId: id }));
  expect(rows.map(({ statement }) => statement.replace(/\s+/g, " "))).toEqual([
    "select app_user_id() as id, $1::text as word",
    "select set_config('transaction_read_only', 'on', true), set_config('role', $1, true), set_config('app.user_id', $2, true), set_config('app.admin_rights', $3, true), set_config('app.now', $4, true)",
  ]);
});

it("At most two hundred statements are prepared per pool, whatever others hold", async () => {
  const one = connectDatabase(database.address, 1);
  for (let column = 0; column < 210; column++)
    await sql`select ${sql.raw(String(column))} as many`.execute(one.readAs("owner"));
  const other = connectDatabase(database.address, 1);
  await sql`select 0 as many`.execute(other.readAs("owner"));
  const counts = [one, other].map(({ readAs }) =>
    sql<{
      count: number;
    }>`select count(*)::int as count from pg_prepared_statements where statement like '%as many'`.execute(
      readAs("owner"),
    ),
  );
  expect((await Promise.all(counts)).map(({ rows }) => rows[0]?.count)).toEqual([200, 1]);
  await Promise.all([one.close(), other.close()]);
});

it("Nothing is prepared behind a pooler, with the same rights", async () => {
  const { db, readAs, close } = connectDatabase(database.address, 1, { isPrepared: false });
  const { id } = await buildPerson(database.db);
  const [me] = (await whoAmI.execute(readAs({ userId: id }))).rows;
  const [other] = (await sql<{ word: string }>`select ${"bound"}::text as word`.execute(readAs({ userId: null }))).rows;
  const { rows } = await sql`select name from pg_prepared_statements`.execute(readAs("owner"));
  const write = sql`delete from notices`.execute(readAs({ userId: id }));
  await expect(write).rejects.toMatchObject({ code: expect.stringMatching(/^25006|42501$/) });
  expect([me, other, rows, (await whoAmI.execute(db)).rows[0]]).toEqual([
    { role: "club_member", id },
    { word: "bound" },
    [],
    { role: "kindling", id: null },
  ]);
  await close();
});

it("A statement whose settings failed, which would run as the owner, does not run", async () => {
  await sql`create sequence runs`.execute(database.db);
  const run = sql`select nextval('runs')`.execute(database.readAs({ userId: "no text may hold \u0000" }));
  await expect(run).rejects.toMatchObject({ code: "22021" });
  const { rows } = await sql`select is_called from runs`.execute(database.db);
  expect(rows).toEqual([{ is_called: false }]);
});

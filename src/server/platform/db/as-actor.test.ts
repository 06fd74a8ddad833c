import { sql } from "kysely";
import { expect, it } from "vitest";
import { buildPerson } from "#server/sample/builders.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { createAsActor } from "../../create-context.ts";
import { createAsOwner } from "./as-owner.ts";
import type { Queue } from "./types.ts";

const enqueued: unknown[] = [];
const database = await openTestDatabase();
const enqueue: Queue["enqueueMail"] & Queue["schedule"] = async (tx, requests) => {
  const { rows } = await sql<{ user: string }>`select current_user as user`.execute(tx);
  enqueued.push([rows[0]?.user, requests]);
};
const queue = { enqueueMail: enqueue, schedule: enqueue };
const asActor = createAsActor(database.db, queue);

const whoAmI = sql<{ role: string; id: string | null }>`select current_user as role, app_user_id() as id`;

it("A visitor's statements run anonymously and a person's under their own id", async () => {
  const { id } = await buildPerson(database.db);
  const visitor = await asActor({ userId: null }, (tx) => whoAmI.execute(tx));
  const person = await asActor({ userId: id }, (tx) => whoAmI.execute(tx));
  expect([visitor.rows, person.rows]).toEqual([[{ role: "club_visitor", id: null }], [{ role: "club_member", id }]]);
});

it("A person's statements leave no trace of the person on the connection", async () => {
  const { id } = await buildPerson(database.db);
  await Promise.all(Array.from({ length: 20 }, () => asActor({ userId: id }, (tx) => whoAmI.execute(tx))));
  const after = await Promise.all(Array.from({ length: 20 }, () => whoAmI.execute(database.db)));
  expect(new Set(after.map(({ rows }) => JSON.stringify(rows)))).toEqual(new Set(['[{"role":"kindling","id":null}]']));
});

it("Audit rows, mails and jobs are written as the owner, in the same transaction", async () => {
  const { id } = await buildPerson(database.db);
  await asActor({ userId: id }, async (_tx, effects) => {
    effects.audit("profile_saved", id, { field: "bio" });
    effects.mail("verification", { user_id: id });
    effects.schedule("remove-email-changes", {}, new Date("2027-01-01T00:00:00Z"));
  });
  const rows = await database.db.selectFrom("audit_events").selectAll().where("actor_id", "=", id).execute();
  expect(rows).toMatchObject([{ kind: "profile_saved", subject_id: id, details: { field: "bio" } }]);
  expect(enqueued).toEqual([
    ["kindling", [{ template: "verification", user_id: id }]],
    ["kindling", [{ job: "remove-email-changes", data: {}, at: new Date("2027-01-01T00:00:00Z") }]],
  ]);
});

it("More notices are written than a statement takes values", async () => {
  const { id } = await buildPerson(database.db);
  const count = 30_000;
  await asActor({ userId: id }, async (_tx, effects) => {
    for (let told = 0; told < count; told++) effects.notify(id, "shares_issued", id);
  });
  const { rows } = await sql`select count(*)::int as count, count(distinct id)::int as ids from notices
    where user_id = ${id} and kind = 'shares_issued' and subject_id = ${id} and read_at is null`.execute(database.db);
  expect(rows).toEqual([{ count, ids: count }]);
});

it("A job's notice has the time of the clock, and so has whatever the database dates itself", async () => {
  const { id } = await buildPerson(database.db);
  const now = new Date("2030-02-03T04:05:06.789Z");
  const asOwner = createAsOwner(database.db, queue, () => now);
  const dated = await asOwner(null, async (tx, effects) => {
    effects.notify(id, "shares_issued", id);
    return sql<{ at: Date }>`select app_now() as at`.execute(tx);
  });
  expect(dated.rows).toEqual([{ at: now }]);
  const notices = database.db.selectFrom("notices").select("created_at").where("user_id", "=", id);
  expect(await notices.execute()).toEqual([{ created_at: now }]);
});

it("Everything is rolled back when the callback throws, audit rows included", async () => {
  const { id } = await buildPerson(database.db);
  const failing = asActor({ userId: id }, async (tx, effects) => {
    await tx.insertInto("member_profile_submissions").values({ user_id: id, full_name: "Mina" }).execute();
    effects.audit("submission_created", id);
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  const rows = await database.db
    .selectFrom("member_profile_submissions")
    .select("id")
    .where("user_id", "=", id)
    .execute();
  const audits = await database.db.selectFrom("audit_events").select("id").where("actor_id", "=", id).execute();
  expect([rows, audits]).toEqual([[], []]);
});

it("Audit rows that are written together stay in order", async () => {
  const { id } = await buildPerson(database.db, { is_admin: true });
  await asActor({ userId: id }, async (_tx, effects) => {
    for (let step = 0; step < 500; step++) effects.audit("data_exported", id, { step });
  });
  const rows = await database.db
    .selectFrom("audit_events")
    .select("details")
    .where("kind", "=", "data_exported")
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
  expect(rows.map(({ details }) => details)).toEqual(Array.from({ length: 500 }, (_, n) => ({ step: 499 - n })));
});

it("UUIDs are generated as version 7 with the current time", async () => {
  const { rows } = await sql<{ id: string; made: number; now: number }>`
    select id, ('x' || substr(replace(id::text, '-', ''), 1, 12))::bit(48)::bigint::float8 as made, now
      from (select app_uuid_v7() as id, extract(epoch from clock_timestamp())::float8 * 1000 as now) as one`.execute(
    database.db,
  );
  expect(rows[0]?.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(Math.abs((rows[0]?.now ?? 0) - (rows[0]?.made ?? 0))).toBeLessThan(1000);
});

it("The 61st audit row of one kind that a member writes within an hour is refused with its change, and no admin's", async () => {
  const [member, admin] = [await buildPerson(database.db), await buildPerson(database.db, { is_admin: true })];
  const act = ({ id }: { id: string }, kind: "account_name_changed" | "session_ended" | "data_exported") =>
    asActor({ userId: id }, async (_tx, effects) => effects.audit(kind, id));
  for (let count = 0; count < 60; count++) await act(member, "account_name_changed");
  await expect(act(member, "account_name_changed")).rejects.toMatchObject({ status: 429, code: "rate_limited" });
  await act(member, "data_exported");
  for (let count = 0; count < 61; count++) {
    await act(admin, "account_name_changed");
    await act(member, "session_ended");
  }
  const rows = database.db.selectFrom("audit_events").select("id").where("actor_id", "=", member.id);
  expect(await rows.where("kind", "=", "account_name_changed").execute()).toHaveLength(60);
});

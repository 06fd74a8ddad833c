import { expect, it } from "vitest";
import { buildInvitation, buildPerson } from "#server/sample/builders.ts";
import { silentLog } from "#tests/support/silent-log.ts";
import { openTestApp } from "#tests/support/test-app.ts";
import { removeExpiredRecords } from "../index.ts";

const club = await openTestApp();

const day = 24 * 60 * 60 * 1000;
const ago = (days: number) => new Date(Date.now() - days * day);
const run = () => removeExpiredRecords(club.asOwner, new Date(), silentLog);

it("Only sessions that ended more than a day ago are removed", async () => {
  const person = await buildPerson(club.db);
  const { internalAdapter } = await club.auth.$context;
  const { token: old } = await internalAdapter.createSession(person.id);
  const { token: recent } = await internalAdapter.createSession(person.id);
  const { token: live } = await internalAdapter.createSession(person.id);
  const end = (token: string, expires_at: Date) =>
    club.db.updateTable("auth.sessions").set({ expires_at }).where("token", "=", token).execute();
  await end(old, ago(2));
  await end(recent, ago(0.5));
  await run();
  const rows = await club.db.selectFrom("auth.sessions").select("token").where("user_id", "=", person.id).execute();
  expect(rows.map(({ token }) => token).toSorted()).toEqual([recent, live].toSorted());
});

it("Unused invitations are removed 90 days after they expired, and imports without account or invitation after 180", async () => {
  const { email } = await buildPerson(club.db);
  const old = await buildInvitation(club.db, { email: "old@mail.example", created_at: ago(121), expires_at: ago(91) });
  await buildInvitation(club.db, { email: "kept@mail.example", created_at: ago(119), expires_at: ago(89) });
  const imported = (address: string, days: number) => ({ full_name: "Ada", email: address, created_at: ago(days) });
  const values = [imported("gone@mail.example", 181), imported("kept@mail.example", 181), imported(email, 181)];
  await club.db
    .insertInto("pending_members")
    .values([...values, imported("new@mail.example", 179)])
    .execute();
  await run();
  const emailsOf = async (table: "invitations" | "pending_members") =>
    (await club.db.selectFrom(table).select("email").execute()).map((row) => row.email).toSorted();
  expect(await emailsOf("invitations")).toEqual(["kept@mail.example"]);
  expect(await emailsOf("pending_members")).toEqual([email, "kept@mail.example", "new@mail.example"].toSorted());
  const audits = club.db.selectFrom("audit_events").select(["kind", "actor_id", "details"]).orderBy("kind");
  expect(await audits.where("details", "is not", null).execute()).toEqual([
    { kind: "imported_member_deleted", actor_id: null, details: { reason: "expired" } },
    { kind: "invitation_deleted", actor_id: null, details: { reason: "expired" } },
  ]);
  expect(old.email).toBe("old@mail.example");
});

it("Notices are removed after a year", async () => {
  const { id: user_id } = await buildPerson(club.db);
  const notice = (days: number) => ({ user_id, kind: "membership_approved", created_at: ago(days) });
  await club.db
    .insertInto("notices")
    .values([notice(366), notice(364)])
    .execute();
  await run();
  const left = await club.db.selectFrom("notices").select("created_at").where("user_id", "=", user_id).execute();
  expect(left.map(({ created_at }) => created_at > ago(365))).toEqual([true]);
});

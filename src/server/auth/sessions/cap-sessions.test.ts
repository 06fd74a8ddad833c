import { sql } from "kysely";
import { expect, it } from "vitest";
import { buildPerson } from "#server/sample/builders.ts";
import { openTestApp } from "#tests/support/test-app.ts";

const club = await openTestApp();

it("A person's least recently used sessions beyond fifty are ended", async () => {
  const person = await buildPerson(club.db);
  const cookies = [];
  for (let n = 0; n < 51; n++) {
    cookies.push(await club.cookieOf(person));
    await sql`update auth.sessions set updated_at = updated_at - interval '1 minute' where user_id = ${person.id}`.execute(
      club.db,
    );
  }
  const { rows } = await sql`select id from auth.sessions where user_id = ${person.id}`.execute(club.db);
  expect(rows).toHaveLength(50);
  const sessionOf = async (cookie = "") =>
    (await club.visitor("GET", "/api/session", undefined, { cookie })).body.session;
  const audits = club.db.selectFrom("audit_events").select(["actor_id", "details"]).where("kind", "=", "session_ended");
  expect(await audits.execute()).toEqual([{ actor_id: null, details: { reason: "too_many_sessions" } }]);
  expect(await sessionOf(cookies[0])).toBeNull();
  expect((await sessionOf(cookies[1])).user.id).toBe(person.id);
  expect((await sessionOf(cookies[50])).user.id).toBe(person.id);
});

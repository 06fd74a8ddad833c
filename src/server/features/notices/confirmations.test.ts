import { describe, expect, it } from "vitest";
import { buildDeal, freezeDeal } from "#server/sample/build-deal.ts";
import { buildAdmin } from "#server/sample/builders.ts";
import { takeMails } from "#tests/support/queued-mails.ts";
import { openTestApp } from "#tests/support/test-app.ts";

const nobodysId = "01900000-0000-7000-8000-000000000000";
const club = await openTestApp();

describe("POST /confirmation-requests", () => {
  it("tells every other admin by notice, and by mail who did not refuse it, once a day for each record", async () => {
    const [asking, other, refusing] = [await buildAdmin(club.db), await buildAdmin(club.db), await buildAdmin(club.db)];
    await club.db
      .insertInto("notice_choices")
      .values({ user_id: refusing.id, topic: "waiting", choice: "never", chosen_at: new Date() })
      .execute();
    const record = await buildWaiting(asking.id);
    const admin = await club.as(asking);
    const { status, body } = await admin("POST", "/api/confirmation-requests", record);
    expect(status).toBe(200);
    expect(body.told).toBeGreaterThanOrEqual(2);
    // Named by its deal it is the same record.
    for (const subject_id of [record.subject_id, record.deal_id]) {
      expect((await admin("POST", "/api/confirmation-requests", { ...record, subject_id })).body).toEqual({ told: 0 });
    }
    const told = (await takeMails(club)).map(({ to }) => to);
    expect(told.filter((address) => address === other.email)).toHaveLength(1);
    expect(told).not.toContain(asking.email);
    expect(told).not.toContain(refusing.email);
    const notices = club.db.selectFrom("notices").select("user_id").where("kind", "=", "confirmation_asked");
    const people = (await notices.execute()).map(({ user_id }) => user_id);
    expect(people).toContain(other.id);
    expect(people).not.toContain(asking.id);
  });

  it("returns 404 and tells nobody of what does not wait: no record, another deal's, one that was decided", async () => {
    const asking = await buildAdmin(club.db);
    const admin = await club.as(asking);
    const record = await buildWaiting(asking.id);
    const another = await buildWaiting(asking.id);
    const decided = await buildWaiting(asking.id);
    await club.db
      .updateTable("deal_versions")
      .set(({ ref }) => ({ approved_at: new Date(), approver_checklist: ref("author_checklist") }))
      .where("id", "=", decided.subject_id)
      .execute();
    await takeMails(club);
    for (const wrong of [
      { ...record, subject_id: nobodysId },
      { ...record, deal_id: nobodysId },
      { ...record, kind: "exit" },
      { ...record, subject_id: another.subject_id },
      decided,
    ]) {
      expect((await admin("POST", "/api/confirmation-requests", wrong)).status, JSON.stringify(wrong)).toBe(404);
    }
    expect(await takeMails(club)).toEqual([]);
  });

  it("returns 429 after twenty requests of one admin in an hour", async () => {
    const asking = await buildAdmin(club.db);
    for (let count = 0; count < 20; count++) await club.limits.confirmationRequestsPerPerson.take(asking.id);
    const record = await buildWaiting(asking.id);
    expect((await (await club.as(asking))("POST", "/api/confirmation-requests", record)).status).toBe(429);
  });
});

/** A version of a deal that waits for its approval. */
async function buildWaiting(author_id: string) {
  const { id: deal_id, terms_id, content } = await buildDeal(club.db, { state: "preparing" });
  const version = { deal_id, terms_id, content, number: 2, author_id, created_at: new Date() };
  const { id } = await freezeDeal(club.db, { ...version, approved_at: null, approved_by: null });
  return { kind: "deal_version", subject_id: id, deal_id };
}

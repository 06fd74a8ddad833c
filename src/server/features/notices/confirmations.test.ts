import { describe, expect, it } from "vitest";
import { buildDeal } from "#server/sample/build-deal.ts";
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
    const { id } = await buildDeal(club.db);
    const admin = await club.as(asking);
    const record = { kind: "allocation", subject_id: id, deal_id: id };
    const { status, body } = await admin("POST", "/api/confirmation-requests", record);
    expect(status).toBe(200);
    expect(body.told).toBeGreaterThanOrEqual(2);
    expect((await admin("POST", "/api/confirmation-requests", record)).body).toEqual({ told: 0 });
    const told = (await takeMails(club)).map(({ to }) => to);
    expect(told.filter((address) => address === other.email)).toHaveLength(1);
    expect(told).not.toContain(asking.email);
    expect(told).not.toContain(refusing.email);
    const notices = club.db.selectFrom("notices").select("user_id").where("kind", "=", "confirmation_asked");
    const people = (await notices.execute()).map(({ user_id }) => user_id);
    expect(people).toContain(other.id);
    expect(people).not.toContain(asking.id);
  });

  it("returns 404 for no deal", async () => {
    const admin = await club.as(await buildAdmin(club.db));
    const record = { kind: "exit", subject_id: nobodysId, deal_id: nobodysId };
    expect((await admin("POST", "/api/confirmation-requests", record)).status).toBe(404);
  });
});

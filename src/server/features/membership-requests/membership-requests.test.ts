import { describe, expect, it } from "vitest";
import { buildAdmin, buildPerson } from "#server/sample/builders.ts";
import { takeMails } from "#tests/support/queued-mails.ts";
import { openTestApp } from "#tests/support/test-app.ts";

const path = "/membership-requests";
const club = await openTestApp({ adminEmails: ["first@kindling.example"] });
const person = await buildAdmin(club.db);
const admin = await club.as(person);

const statusOf = async (userId: string) => {
  const row = await club.db
    .selectFrom("user_roles")
    .select(["status", "approved_by"])
    .where("user_id", "=", userId)
    .where("role", "=", "member")
    .executeTakeFirst();
  return row;
};

describe("GET /membership-requests", () => {
  it("rejects an invalid status", async () => {
    const answer = await admin("GET", `/api${path}?status=lost`);
    expect([answer.status, answer.body.errors[0].path]).toEqual([422, "status"]);
  });
  it("shows the pending people, newest first, including those with an unverified e-mail", async () => {
    await buildPerson(club.db, {
      full_name: "Older",
      status: "pending",
      created_at: new Date("2026-01-01T10:00:00Z"),
    });
    const newer = {
      full_name: "Newer",
      status: "pending",
      email: "newer@castell.example",
      email_verified: false,
    } as const;
    await buildPerson(club.db, newer);
    const { body } = await admin("GET", `/api${path}`);
    expect(body.items).toMatchObject([
      {
        full_name: "Newer",
        email: "newer@castell.example",
        email_verified: false,
        status: "pending",
        is_admin: false,
      },
      { full_name: "Older", email_verified: true },
    ]);
  });
  it("never shows first admins, whether their e-mail is verified or not", async () => {
    await club.db.insertInto("admin_emails").values({ email: "boss@castell.example" }).execute();
    await buildPerson(club.db, {
      email: "boss@castell.example",
      email_verified: false,
      created_at: new Date("2031-01-01"),
    });
    const { body } = await admin("GET", `/api${path}?status=decided`);
    expect(body.items.map(({ email }: { email: string }) => email)).not.toContain("boss@castell.example");
  });
  it("sorts decided requests by the time of the decision", async () => {
    const first = await buildPerson(club.db, { created_at: new Date("2030-01-01T10:00:00Z") });
    const second = await buildPerson(club.db, { status: "rejected", created_at: new Date("2030-01-02T10:00:00Z") });
    const { body } = await admin("GET", `/api${path}?status=decided&limit=2`);
    expect(body.items.map(({ user_id }: { user_id: string }) => user_id)).toEqual([second.id, first.id]);
  });
  it("shows who decided: an admin, a former admin, or the club automatically", async () => {
    const asking = [
      await buildPerson(club.db, { status: "pending" }),
      await buildPerson(club.db, { status: "pending" }),
    ];
    const gone = await buildAdmin(club.db);
    await admin("POST", `/api${path}/${asking[0]?.id}/approve`);
    await (await club.as(gone))("POST", `/api${path}/${asking[1]?.id}/reject`);
    await club.db.deleteFrom("auth.users").where("id", "=", gone.id).execute();
    const imported = await buildPerson(club.db, { created_at: new Date("2035-01-01T10:00:00Z") });
    await club.db
      .insertInto("audit_events")
      .values({ kind: "membership_approved", subject_id: imported.id, details: { by: "import" } })
      .execute();
    const { items } = (await admin("GET", `/api${path}?status=decided&limit=100`)).body;
    const deciderOf = (id: string | undefined) => {
      const found = items.find(({ user_id }: { user_id: string }) => user_id === id);
      return [found.approved_by_name, found.is_decided_by_club];
    };
    expect(deciderOf(asking[0]?.id)).toEqual(["Amara Okafor", false]);
    expect(deciderOf(asking[1]?.id)).toEqual([null, false]);
    expect(deciderOf(imported.id)).toEqual([null, true]);
  });
});

describe("POST /membership-requests/{user_id}/approve", () => {
  it("rejects an invalid id", async () => {
    expect((await admin("POST", `/api${path}/1/approve`)).status).toBe(422);
  });
  it("approves the person, records who decided, and mails the person", async () => {
    const asking = await buildPerson(club.db, { status: "pending" });
    const answer = await admin("POST", `/api${path}/${asking.id}/approve`);
    expect(answer.body).toMatchObject({ user_id: asking.id, status: "approved", approved_by: person.id });
    expect(await statusOf(asking.id)).toEqual({ status: "approved", approved_by: person.id });
    const audit = await club.db.selectFrom("audit_events").selectAll().where("subject_id", "=", asking.id).execute();
    expect(audit).toMatchObject([{ kind: "membership_approved", actor_id: person.id }]);
    expect((await admin("POST", `/api${path}/${asking.id}/approve`)).status).toBe(200);
    const again = await club.db.selectFrom("audit_events").select("id").where("subject_id", "=", asking.id).execute();
    expect(again).toHaveLength(1);
  });
});

describe("POST /membership-requests/{user_id}/reject", () => {
  it("rejects an invalid id", async () => {
    expect((await admin("POST", `/api${path}/1/reject`)).status).toBe(422);
  });
  it("refuses admins who reject themselves", async () => {
    const answer = await admin("POST", `/api${path}/${person.id}/reject`);
    expect([answer.status, answer.body.code, answer.body.record]).toMatchObject([409, "own_role", {}]);
    expect((await statusOf(person.id))?.status).toBe("approved");
  });
  it("refuses to reject a person who has become an admin", async () => {
    const asking = await buildPerson(club.db, { status: "pending", is_admin: true });
    const answer = await admin("POST", `/api${path}/${asking.id}/reject`);
    expect([answer.status, answer.body.code]).toEqual([409, "person_is_admin"]);
    expect((await statusOf(asking.id))?.status).toBe("pending");
  });
  it("mails the reason and stores it with the decision, and does without one", async () => {
    const [told, untold] = [
      await buildPerson(club.db, { status: "pending" }),
      await buildPerson(club.db, { status: "pending" }),
    ];
    const reason = "The club admits people whom a member knows.";
    const reject = (id: string, body: unknown) => admin("POST", `/api${path}/${id}/reject`, body);
    expect((await reject(told.id, { reason: ` ${reason} ` })).status).toBe(200);
    expect((await reject(untold.id, { reason: " " })).status).toBe(200);
    const { items } = (await admin("GET", `/api/audit-events?kind=membership_rejected`)).body;
    const keptOf = (id: string) => items.find(({ subject }: { subject: { id: string } }) => subject.id === id).reason;
    expect([keptOf(told.id), keptOf(untold.id)]).toEqual([reason, null]);
    const mails = await takeMails(club);
    const textTo = ({ email }: { email: string }) => mails.find(({ to }) => to === email)?.text;
    expect(textTo(told)).toContain(`> ${reason}`);
    expect(textTo(untold)).toContain("or want to know why");
  });
  it("closes the members area to the person immediately", async () => {
    const asking = await buildPerson(club.db, { status: "pending" });
    const theirs = await club.as(asking);
    expect((await theirs("GET", "/api/member-profiles")).status).toBe(200);
    expect((await admin("POST", `/api${path}/${asking.id}/reject`)).body.status).toBe("rejected");
    expect((await theirs("GET", "/api/member-profiles")).body.code).toBe("membership_rejected");
  });
});

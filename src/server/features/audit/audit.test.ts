import { beforeAll, describe, expect, it } from "vitest";
import { buildEnquiry } from "#server/sample/build-deal.ts";
import {
  buildAdmin,
  buildContent,
  buildInvitation,
  buildMember,
  buildSubmission,
  type Person,
} from "#server/sample/builders.ts";
import { type AuditEvent, auditSubjectNames } from "#shared/audit/audit.ts";
import { readCsvRecords } from "#tests/support/read-csv.ts";
import { type Call, openTestApp } from "#tests/support/test-app.ts";

const path = "/audit-events";
const gone = "01900000-0000-7000-8000-000000000000";
let person: Person;
let admin: Call;
let member: Awaited<ReturnType<typeof buildMember>>;
const ids = {
  invitation: "",
  submission: "",
  imported: "",
  content: "",
  newsletter: "",
  message: "",
  record: "",
  form: "",
  statement: "",
  company: "",
  deal: "",
};

/** Rows a minute apart, oldest first. */
const club = await openTestApp();
beforeAll(async () => {
  const { db } = club;
  person = await buildAdmin(db);
  admin = await club.as(person);
  member = await buildMember(db, { full_name: "Nora Blume", email: "nora@blume.example" });
  ids.invitation = (await buildInvitation(db, { email: "guest@castell.example" })).id;
  ids.submission = (await buildSubmission(db, { user_id: member.id, full_name: "Nora B." })).id;
  const imported = { full_name: "Owen Price", email: "owen@castell.example" };
  ids.imported = (await db.insertInto("pending_members").values(imported).returning("id").executeTakeFirstOrThrow()).id;
  ids.content = (await buildContent(db, { title: "On cheese" })).id;
  const address = { email: "reader@castell.example", agreed_text: "Yes." };
  const subscribed = db.insertInto("newsletter_subscriptions").values(address).returning("id");
  ids.newsletter = (await subscribed.executeTakeFirstOrThrow()).id;
  const message = {
    kind: "club",
    subject: "The supper",
    text: "It is on Thursday.",
    audience: '{"members": true}',
  } as const;
  ids.message = (await db.insertInto("messages").values(message).returning("id").executeTakeFirstOrThrow()).id;
  const record = db.insertInto("investor_records").values({ user_id: member.id }).returning("id");
  ids.record = (await record.executeTakeFirstOrThrow()).id;
  const wording = { kind: "high_net_worth", version_label: "2026", law_reference: "art. 48", content: "{}" } as const;
  const form = { ...wording, valid_from: "2026-01-01", sha256: "0".repeat(64), author_id: person.id };
  ids.form = (await db.insertInto("statement_forms").values(form).returning("id").executeTakeFirstOrThrow()).id;
  const refused = { state: "refused" as const, ended_at: new Date(), reason: "Not true." };
  const signed = { record_id: ids.record, form_id: ids.form, signed_at: refused.ended_at, page_sha256: "a".repeat(64) };
  const statement = db
    .insertInto("statements")
    .values({ ...signed, ...refused })
    .returning("id");
  ids.statement = (await statement.executeTakeFirstOrThrow()).id;
  const deal = await buildEnquiry(db);
  Object.assign(ids, { company: deal.company_id, deal: deal.id });
  const rows = [
    ["account_registered", member.id, member.id],
    ["invitation_created", person.id, ids.invitation],
    ["submission_approved", person.id, ids.submission],
    ["member_imported", person.id, ids.imported],
    ["profile_saved", member.id, member.profile.id],
    ["content_published", null, ids.content],
    ["newsletter_confirmed", null, ids.newsletter],
    ["message_written", null, ids.message],
    ["investor_record_opened", null, ids.record],
    ["statement_form_installed", null, ids.form],
    ["statement_refused", null, ids.statement],
    ["company_changed", null, ids.company],
    ["deal_moved", null, ids.deal],
    ["sign_in_failed", null, member.id],
    ["signed_out", gone, gone],
    ["password_reset_requested", null, null],
  ] as const;
  await db
    .insertInto("audit_events")
    .values(
      rows.map(([kind, actor_id, subject_id], index) => ({
        kind,
        actor_id,
        subject_id,
        created_at: new Date(Date.UTC(2026, 10, 20, 12, index)),
        details: kind === "sign_in_failed" ? { reason: "invalid_credentials" } : {},
      })),
    )
    .execute();
});

const kindsIn = (body: { items: { kind: string }[] }) => body.items.map(({ kind }) => kind);

describe("GET /audit-events", () => {
  it.each([
    ["person", "nora"],
    ["kind", "made_up"],
  ])("rejects an invalid %s", async (parameter, value) => {
    const answer = await admin("GET", `/api${path}?${parameter}=${value}`);
    expect([answer.status, answer.body.errors[0].path]).toEqual([422, parameter]);
  });
  it("returns who did what, to whom and when, newest first", async () => {
    const { body } = await admin("GET", `/api${path}`);
    expect(kindsIn(body)).toEqual([
      "password_reset_requested",
      "signed_out",
      "sign_in_failed",
      "deal_moved",
      "company_changed",
      "statement_refused",
      "statement_form_installed",
      "investor_record_opened",
      "message_written",
      "newsletter_confirmed",
      "content_published",
      "profile_saved",
      "member_imported",
      "submission_approved",
      "invitation_created",
      "account_registered",
    ]);
    expect(body.next_cursor).toBeNull();
    expect(body.items.at(-1)).toMatchObject({
      created_at: "2026-11-20T12:00:00.000Z",
      actor: { id: member.id, full_name: "Nora Blume", email: "nora@blume.example" },
      subject: { id: member.id, type: "person", full_name: "Nora Blume", email: "nora@blume.example" },
      details: {},
    });
    expect(body.items[2]).toMatchObject({ actor: null, details: { reason: "invalid_credentials" } });
    expect(body.items[0]).toMatchObject({ actor: null, subject: null });
  });
  it("returns subjects that are not people, with their details while the subjects exist", async () => {
    const { body } = await admin("GET", `/api${path}?person=${person.id}`);
    expect(body.items.map(({ subject }: { subject: unknown }) => subject)).toEqual([
      { id: ids.imported, type: "imported_member", full_name: "Owen Price", email: "owen@castell.example" },
      { id: ids.submission, type: "submission", full_name: "Nora B.", email: "nora@blume.example" },
      { id: ids.invitation, type: "invitation", full_name: null, email: "guest@castell.example" },
    ]);
  });
  it("returns a subject of every type", async () => {
    const { body } = await admin("GET", `/api${path}`);
    const subjects = body.items.map(({ subject }: { subject: AuditEvent["subject"] }) => subject);
    const named = subjects.filter((subject: AuditEvent["subject"]) => subject?.email || subject?.full_name);
    const types = new Set(named.map(({ type }: { type: string }) => type));
    expect([...types].toSorted()).toEqual(Object.keys(auditSubjectNames).toSorted());
  });
  it("still returns the actions of a deleted person, without personal data", async () => {
    const { body } = await admin("GET", `/api${path}?person=${gone}`);
    expect(body.items).toMatchObject([
      {
        kind: "signed_out",
        actor: { id: gone, full_name: null, email: null },
        subject: { id: gone, type: "person", full_name: null, email: null },
      },
    ]);
  });
  it("finds what a person did and what was done to the person or the person's data, each once", async () => {
    const { body } = await admin("GET", `/api${path}?person=${member.id}`);
    expect(kindsIn(body)).toEqual(["sign_in_failed", "profile_saved", "submission_approved", "account_registered"]);
  });
  it("filters by kind, alone and combined with a person", async () => {
    expect(kindsIn((await admin("GET", `/api${path}?kind=signed_out`)).body)).toEqual(["signed_out"]);
    const both = await admin("GET", `/api${path}?kind=profile_saved&person=${member.id}`);
    expect(kindsIn(both.body)).toEqual(["profile_saved"]);
    const neither = await admin("GET", `/api${path}?kind=signed_out&person=${member.id}`);
    expect(neither.body).toEqual({ items: [], next_cursor: null });
  });
  it.each(["", `&person=`])("paginates without gaps or duplicates%s", async (filter) => {
    const filtered = filter && `${filter}${member.id}`;
    const whole = kindsIn((await admin("GET", `/api${path}?limit=100${filtered}`)).body);
    const paged: string[] = [];
    let cursor = "";
    do {
      const { body } = await admin("GET", `/api${path}?limit=3${filtered}${cursor && `&cursor=${cursor}`}`);
      paged.push(...kindsIn(body));
      cursor = body.next_cursor;
    } while (cursor);
    expect(paged).toEqual(whole);
    expect(paged.length).toBeGreaterThan(3);
  });
});

describe("GET /audit-events/people", () => {
  it("requires a search term", async () => {
    const answer = await admin("GET", `/api${path}/people?q=%20`);
    expect([answer.status, answer.body.errors[0].path]).toEqual([422, "q"]);
  });
  it.each([
    ["a part of their name", "ORA BL"],
    ["a part of their e-mail", "nora@blume"],
  ])("finds a person by %s", async (_, words) => {
    const { body } = await admin("GET", `/api${path}/people?q=${encodeURIComponent(words)}`);
    expect(body).toEqual({
      items: [{ id: member.id, full_name: "Nora Blume", email: "nora@blume.example" }],
      next_cursor: null,
    });
  });
  it("finds a person by id, and matches wildcards literally", async () => {
    expect((await admin("GET", `/api${path}/people?q=${member.id}`)).body.items).toHaveLength(1);
    expect((await admin("GET", `/api${path}/people?q=%25`)).body.items).toEqual([]);
  });
});

describe("POST /audit-events.csv", () => {
  it("rejects an unknown kind", async () => {
    const answer = await admin("POST", `/api${path}.csv?kind=made_up`);
    expect([answer.status, answer.body.errors[0].path]).toEqual([422, "kind"]);
  });
  it("returns what the same filter shows as a file, and writes an audit row with the admin who exported it", async () => {
    const answer = await admin("POST", `/api${path}.csv?kind=sign_in_failed`);
    expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(answer.headers.get("content-disposition")).toMatch(
      /^attachment; filename="kindling-audit-\d{4}-\d\d-\d\d\.csv"$/,
    );
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(await readCsvRecords(answer.body)).toEqual([
      {
        "When (UTC)": "2026-11-20T12:13:00.000Z",
        What: "Sign-in failed",
        Kind: "sign_in_failed",
        Who: "",
        "Who: email": "",
        "Who: id": "",
        "To whom or what": "Nora Blume",
        "Its kind": "Person",
        "Its email": "nora@blume.example",
        "Its id": member.id,
        Details: '{"reason":"invalid_credentials"}',
        Reason: "",
      },
    ]);
    const left = await club.db
      .selectFrom("audit_events")
      .select(["actor_id", "subject_id", "details"])
      .where("kind", "=", "audit_exported")
      .execute();
    expect(left).toEqual([
      { actor_id: person.id, subject_id: null, details: { kind: "sign_in_failed", person: null } },
    ]);
  });
});

import { describe, expect, it } from "vitest";
import { buildAdmin, buildMember, buildPerson, buildSubmission } from "#server/sample/builders.ts";
import { meetAtRow } from "#tests/support/held-row.ts";
import { openTestApp } from "#tests/support/test-app.ts";

const path = "/member-profile-submissions";
const unknownId = "01900000-0000-7000-8000-000000000000";
const club = await openTestApp();
const admin = await club.as(await buildAdmin(club.db));

const auditOf = (subjectId: string) =>
  club.db
    .selectFrom("audit_events")
    .select(["kind", "actor_id"])
    .where("subject_id", "=", subjectId)
    .orderBy("id")
    .execute();

describe("GET /member-profile-submissions/me", () => {
  it("returns a member's own submission, or null without one", async () => {
    const person = await buildPerson(club.db);
    const call = await club.as(person);
    expect((await call("GET", `/api${path}/me`)).body).toBeNull();
    await buildSubmission(club.db, { user_id: person.id, full_name: "Mina Castell" });
    expect((await call("GET", `/api${path}/me`)).body).toMatchObject({
      full_name: "Mina Castell",
      status: "pending",
      can: { approve: false, reject: false, revise: false },
    });
  });
});

describe("POST /member-profile-submissions/me", () => {
  it("requires a name and valid links", async () => {
    const call = await club.as(await buildPerson(club.db));
    const { status, body } = await call("POST", `/api${path}/me`, { full_name: " ", linkedin_url: "linkedin" });
    expect(status).toBe(422);
    expect(body.errors).toEqual([
      { path: "full_name", message: "Full name is required" },
      { path: "linkedin_url", message: "Invalid url" },
    ]);
  });
  it("stores a pending person's submission, with null for empty fields, and writes an audit row", async () => {
    const person = await buildPerson(club.db, { status: "pending" });
    const input = { full_name: "Mina Castell", bio: " As typed ", company: "", expertise: ["Pricing", " pricing "] };
    const answer = await (await club.as(person))("POST", `/api${path}/me`, input);
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      user_id: person.id,
      bio: " As typed ",
      company: null,
      expertise: ["Pricing"],
      status: "pending",
      admin_notes: null,
    });
    expect(await auditOf(answer.body.id)).toEqual([{ kind: "submission_created", actor_id: person.id }]);
  });
  it("accepts one submission per person, even when two are sent at once", async () => {
    const call = await club.as(await buildPerson(club.db));
    const answers = await Promise.all([1, 2].map((n) => call("POST", `/api${path}/me`, { full_name: `Try ${n}` })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: "23505",
      detail: "You have already submitted a profile for review. Only one submission per user is allowed.",
    });
  });
});

describe("PUT /member-profile-submissions/me", () => {
  it("requires a name", async () => {
    const call = await club.as(await buildPerson(club.db));
    expect((await call("PUT", `/api${path}/me`, {})).status).toBe(422);
  });
  it("returns 404 to a person who has not submitted", async () => {
    const call = await club.as(await buildPerson(club.db));
    expect((await call("PUT", `/api${path}/me`, { full_name: "A" })).status).toBe(404);
  });
  it("refuses to change a submission that is pending or approved", async () => {
    const submission = await buildSubmission(club.db);
    const call = await club.as({ id: submission.user_id, email: "", full_name: "" });
    const answer = await call("PUT", `/api${path}/me`, { full_name: "Changed" });
    expect([answer.status, answer.body.code]).toEqual([409, "already_reviewed"]);
  });
  it("resubmits a rejected submission as pending", async () => {
    const submission = await buildSubmission(club.db, {
      status: "rejected",
      admin_notes: "Please add your company.",
    });
    const call = await club.as({ id: submission.user_id, email: "", full_name: "" });
    const { status, body } = await call("PUT", `/api${path}/me`, {
      full_name: "Mina Castell",
      company: "Castell Ltd",
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: "pending", company: "Castell Ltd", reviewed_at: null });
    expect(await auditOf(submission.id)).toEqual([{ kind: "submission_revised", actor_id: submission.user_id }]);
  });
});

describe("GET /member-profile-submissions", () => {
  it("rejects an invalid status", async () => {
    const answer = await admin("GET", `/api${path}?status=lost`);
    expect([answer.status, answer.body.errors[0].path]).toEqual([422, "status"]);
  });
  it("shows an admin all submissions, newest first, or those with one status", async () => {
    const older = await buildSubmission(club.db, { submitted_at: new Date("2030-01-01T10:00:00Z") });
    const newer = await buildSubmission(club.db, {
      submitted_at: new Date("2030-01-02T10:00:00Z"),
      status: "approved",
    });
    const all = (await admin("GET", `/api${path}?limit=2`)).body;
    expect(all.items.map(({ id }: { id: string }) => id)).toEqual([newer.id, older.id]);
    const pending = (await admin("GET", `/api${path}?limit=1&status=pending`)).body;
    expect(pending.items.map(({ id }: { id: string }) => id)).toEqual([older.id]);
    expect(pending.items[0].can).toEqual({ approve: true, reject: true, revise: false });
  });
  it("shows what happened, when and by whom, and the profile currently in the directory", async () => {
    const author = await buildMember(club.db, { full_name: "Mina Castell", profile: { company: "Castell Ltd" } });
    const call = await club.as(author);
    const own = { full_name: "Mina Castell", company: "Castell & Sons" };
    const { id } = (await call("POST", `/api${path}/me`, own)).body;
    await admin("POST", `/api${path}/${id}/reject`, { admin_notes: "Which sons?" });
    await call("PUT", `/api${path}/me`, own);
    const revised = (await admin("GET", `/api${path}?status=pending`)).body.items.find(
      (item: { id: string }) => item.id === id,
    );
    expect(revised).toMatchObject({
      company: "Castell & Sons",
      admin_notes: "Which sons?",
      reviewed_by_name: null,
      live_profile: { full_name: "Mina Castell", company: "Castell Ltd" },
    });
    const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
    expect(revised.history).toEqual([
      { kind: "submitted", at: moment, by: "Mina Castell" },
      { kind: "rejected", at: moment, by: "Amara Okafor" },
      { kind: "revised", at: moment, by: "Mina Castell" },
    ]);
  });
  it("omits the name of a reviewer who has left, and falls back to the record where there is no audit row", async () => {
    const gone = await buildAdmin(club.db);
    const submission = await buildSubmission(club.db, { full_name: "Left Alone" });
    await (await club.as(gone))("POST", `/api${path}/${submission.id}/approve`);
    await club.db.deleteFrom("auth.users").where("id", "=", gone.id).execute();
    const unaudited = await buildSubmission(club.db, { full_name: "No Effects", status: "rejected" });
    const { items } = (await admin("GET", `/api${path}?limit=100`)).body;
    const found = (id: string) => items.find((item: { id: string }) => item.id === id);
    expect(found(submission.id)).toMatchObject({ reviewed_by: null, reviewed_by_name: null, live_profile: {} });
    expect(found(submission.id).history).toMatchObject([{ kind: "approved", by: null }]);
    expect(found(unaudited.id)).toMatchObject({ live_profile: null });
    expect(found(unaudited.id).history).toMatchObject([
      { kind: "submitted", by: "No Effects" },
      { kind: "rejected", by: null },
    ]);
  });
});

describe("POST /member-profile-submissions/{id}/approve", () => {
  it("rejects an invalid id", async () => {
    expect((await admin("POST", `/api${path}/1/approve`)).status).toBe(422);
  });
  it("publishes the profile once, however often the submission is approved at the same moment", async () => {
    const submission = await buildSubmission(club.db, { full_name: "Mina Castell", expertise: ["Pricing"] });
    const approve = () => admin("POST", `/api${path}/${submission.id}/approve`);
    const answers = await meetAtRow(club.db, "member_profile_submissions", submission.id, [approve, approve, approve]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers[0]?.body).toMatchObject({ status: "approved" });
    const profiles = await club.db
      .selectFrom("member_profiles")
      .selectAll()
      .where("user_id", "=", submission.user_id)
      .execute();
    expect(profiles).toMatchObject([{ full_name: "Mina Castell", expertise: ["Pricing"], is_visible: true }]);
    expect((await auditOf(submission.id)).map(({ kind }) => kind)).toEqual(["submission_approved"]);
  });
  it("updates an existing profile and makes it visible", async () => {
    const member = await buildMember(club.db, { profile: { is_visible: false } });
    const submission = await buildSubmission(club.db, { user_id: member.id, full_name: "New Name" });
    await admin("POST", `/api${path}/${submission.id}/approve`);
    const profile = await club.db
      .selectFrom("member_profiles")
      .selectAll()
      .where("user_id", "=", member.id)
      .executeTakeFirst();
    expect(profile).toMatchObject({ id: member.profile.id, full_name: "New Name", is_visible: true });
  });
  it("returns 409 for a decision on a version that is no longer current", async () => {
    const submission = await buildSubmission(club.db);
    for (const decision of ["approve", "reject"]) {
      const stale = await admin("POST", `/api${path}/${submission.id}/${decision}`, {
        submitted_at: "2026-01-01T10:00:00.000Z",
      });
      expect([stale.status, stale.body.code]).toEqual([409, "submission_changed"]);
      expect(stale.body.detail).toBe("A newer version was sent in since. Please look at it first.");
      expect(stale.body.record).toMatchObject({ id: submission.id, status: "pending" });
    }
    expect(await auditOf(submission.id)).toEqual([]);
    const { submitted_at } = submission;
    const seen = await admin("POST", `/api${path}/${submission.id}/approve`, { submitted_at });
    expect([seen.status, seen.body.status]).toEqual([200, "approved"]);
  });
});

describe("POST /member-profile-submissions/{id}/reject", () => {
  it("returns 422 with the invalid field", async () => {
    const answer = await admin("POST", `/api${path}/${unknownId}/reject`, { admin_notes: 7 });
    expect([answer.status, answer.body.errors[0].path]).toEqual([422, "admin_notes"]);
  });
  it("stores the notes and shows them to the member in the member's own submission", async () => {
    const submission = await buildSubmission(club.db);
    const answer = await admin("POST", `/api${path}/${submission.id}/reject`, {
      admin_notes: "Please add your company.",
    });
    expect(answer.body).toMatchObject({
      status: "rejected",
      admin_notes: "Please add your company.",
      reviewed_by_name: "Amara Okafor",
    });
    const own = await (await club.as({ id: submission.user_id, email: "", full_name: "" }))("GET", `/api${path}/me`);
    expect(own.body).toMatchObject({ status: "rejected", admin_notes: "Please add your company." });
    expect((await auditOf(submission.id)).map(({ kind }) => kind)).toEqual(["submission_rejected"]);
    expect(
      await club.db.selectFrom("member_profiles").select("id").where("user_id", "=", submission.user_id).execute(),
    ).toEqual([]);
  });
  it("requires neither notes nor a body", async () => {
    const submission = await buildSubmission(club.db);
    const answer = await admin("POST", `/api${path}/${submission.id}/reject`);
    expect([answer.status, answer.body.admin_notes]).toEqual([200, null]);
  });
});

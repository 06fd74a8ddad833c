import { afterAll, beforeAll, expect, it } from "vitest";
import { buildAdmin, buildMember, buildPerson, buildSubmission } from "#server/sample/builders.ts";
import { ladder } from "#tests/support/ladder.ts";
import { type Call, createTestClub, type TestClub } from "#tests/support/test-club.ts";

const path = "/member-profile-submissions";
const unknownId = "01900000-0000-7000-8000-000000000000";
let club: TestClub;
let admin: Call;
beforeAll(async () => {
  club = await createTestClub();
  admin = await club.as(await buildAdmin(club.db));
});
afterAll(() => club.close());

const auditOf = (subjectId: string) =>
  club.db
    .selectFrom("audit_events")
    .select(["kind", "actor_id"])
    .where("subject_id", "=", subjectId)
    .orderBy("id")
    .execute();

ladder(
  "GET /member-profile-submissions/me",
  "member",
  () => club,
  { path: `${path}/me` },
  () => {
    it("answers a member's own submission, and null without one", async () => {
      const person = await buildPerson(club.db);
      const call = await club.as(person);
      expect((await call("GET", `/api${path}/me`)).body).toBeNull();
      await buildSubmission(club.db, { user_id: person.id, full_name: "Mina Castell" });
      expect((await call("GET", `/api${path}/me`)).body).toMatchObject({
        full_name: "Mina Castell",
        status: "pending",
      });
    });
  },
);

ladder(
  "POST /member-profile-submissions/me",
  "member",
  () => club,
  { path: `${path}/me`, body: { full_name: "A" } },
  () => {
    it("asks for a name, and for links that are links", async () => {
      const call = await club.as(await buildPerson(club.db));
      const { status, body } = await call("POST", `/api${path}/me`, { full_name: " ", linkedin_url: "linkedin" });
      expect(status).toBe(422);
      expect(body.errors).toEqual([
        { path: "full_name", message: "Full name is required" },
        { path: "linkedin_url", message: "Invalid url" },
      ]);
    });
    it("keeps a pending person's submission, with nulls for what was left empty, and leaves an audit row", async () => {
      const person = await buildPerson(club.db, { status: "pending" });
      const input = { full_name: "Mina Castell", bio: " As typed ", company: "", expertise: ["Pricing", "Pricing"] };
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
    it("takes one submission per person, also when two are sent at once", async () => {
      const call = await club.as(await buildPerson(club.db));
      const answers = await Promise.all([1, 2].map((n) => call("POST", `/api${path}/me`, { full_name: `Try ${n}` })));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
      expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
        code: "23505",
        detail: "You have already submitted a profile for review. Only one submission per user is allowed.",
      });
    });
  },
);

ladder(
  "PUT /member-profile-submissions/me",
  "member",
  () => club,
  { path: `${path}/me`, body: { full_name: "A" } },
  () => {
    it("asks for a name", async () => {
      const call = await club.as(await buildPerson(club.db));
      expect((await call("PUT", `/api${path}/me`, {})).status).toBe(422);
    });
    it("finds nothing to revise for who has not submitted", async () => {
      const call = await club.as(await buildPerson(club.db));
      expect((await call("PUT", `/api${path}/me`, { full_name: "A" })).status).toBe(404);
    });
    it("leaves a submission alone that waits or was approved", async () => {
      const submission = await buildSubmission(club.db);
      const call = await club.as({ id: submission.user_id, email: "", full_name: "" });
      const answer = await call("PUT", `/api${path}/me`, { full_name: "Changed" });
      expect([answer.status, answer.body.code]).toEqual([409, "already_reviewed"]);
    });
    it("makes a rejected submission pending again", async () => {
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
  },
);

ladder(
  "GET /member-profile-submissions/waiting",
  "admin",
  () => club,
  { path: `${path}/waiting` },
  () => {
    it("counts those that wait, and does not count as having seen them", async () => {
      const before = (await admin("GET", `/api${path}/waiting`)).body.waiting;
      const { user_id } = await buildSubmission(club.db);
      await buildSubmission(club.db, { status: "rejected" });
      const { status, body } = await admin("GET", `/api${path}/waiting`);
      expect([status, body]).toEqual([200, { waiting: before + 1 }]);
      const views = club.db.selectFrom("submission_views").select("id").where("user_id", "=", user_id);
      expect(await views.execute()).toEqual([]);
    });
  },
);

ladder(
  "GET /member-profile-submissions",
  "admin",
  () => club,
  { path },
  () => {
    it("names a status that is none", async () => {
      const answer = await admin("GET", `/api${path}?status=lost`);
      expect([answer.status, answer.body.errors[0].path]).toEqual([422, "status"]);
    });
    it("shows an admin all submissions, newest first, or those of one status", async () => {
      const older = await buildSubmission(club.db, { submitted_at: new Date("2030-01-01T10:00:00Z") });
      const newer = await buildSubmission(club.db, {
        submitted_at: new Date("2030-01-02T10:00:00Z"),
        status: "approved",
      });
      const all = (await admin("GET", `/api${path}?limit=2`)).body;
      expect(all.items.map(({ id }: { id: string }) => id)).toEqual([newer.id, older.id]);
      const pending = (await admin("GET", `/api${path}?limit=1&status=pending`)).body;
      expect(pending.items.map(({ id }: { id: string }) => id)).toEqual([older.id]);
    });
  },
);

ladder(
  "POST /member-profile-submissions/{id}/approve",
  "admin",
  () => club,
  { path: `${path}/${unknownId}/approve` },
  () => {
    it("wants an id", async () => {
      expect((await admin("POST", `/api${path}/1/approve`)).status).toBe(422);
    });
    it("finds no submission that is not there", async () => {
      expect((await admin("POST", `/api${path}/${unknownId}/approve`)).status).toBe(404);
    });
    it("puts the profile into the directory, once, however often it is approved", async () => {
      const submission = await buildSubmission(club.db, { full_name: "Mina Castell", expertise: ["Pricing"] });
      const answers = await Promise.all([1, 2, 3].map(() => admin("POST", `/api${path}/${submission.id}/approve`)));
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
    it("brings an existing profile up to date and makes it visible", async () => {
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
    it("tells the slower of two admins, one approving and one rejecting, that it was decided", async () => {
      const submission = await buildSubmission(club.db);
      const [approved, rejected] = await Promise.all([
        admin("POST", `/api${path}/${submission.id}/approve`),
        admin("POST", `/api${path}/${submission.id}/reject`, {}),
      ]);
      expect([approved.status, rejected.status].sort()).toEqual([200, 409]);
      const row = await club.db
        .selectFrom("member_profile_submissions")
        .select("status")
        .where("id", "=", submission.id)
        .executeTakeFirst();
      expect(row?.status).toBe(approved.status === 200 ? "approved" : "rejected");
    });
  },
);

ladder(
  "POST /member-profile-submissions/{id}/reject",
  "admin",
  () => club,
  { path: `${path}/${unknownId}/reject`, body: {} },
  () => {
    it("names the field that is wrong", async () => {
      const answer = await admin("POST", `/api${path}/${unknownId}/reject`, { admin_notes: 7 });
      expect([answer.status, answer.body.errors[0].path]).toEqual([422, "admin_notes"]);
    });
    it("finds no submission that is not there", async () => {
      expect((await admin("POST", `/api${path}/${unknownId}/reject`, {})).status).toBe(404);
    });
    it("keeps the notes for the member, who finds them in their own submission", async () => {
      const submission = await buildSubmission(club.db);
      const answer = await admin("POST", `/api${path}/${submission.id}/reject`, {
        admin_notes: "Please add your company.",
      });
      expect(answer.body).toMatchObject({ status: "rejected", admin_notes: "Please add your company." });
      const own = await (await club.as({ id: submission.user_id, email: "", full_name: "" }))("GET", `/api${path}/me`);
      expect(own.body).toMatchObject({ status: "rejected", admin_notes: "Please add your company." });
      expect((await auditOf(submission.id)).map(({ kind }) => kind)).toEqual(["submission_rejected"]);
      expect(
        await club.db.selectFrom("member_profiles").select("id").where("user_id", "=", submission.user_id).execute(),
      ).toEqual([]);
    });
    it("needs no notes, nor a body", async () => {
      const submission = await buildSubmission(club.db);
      const answer = await admin("POST", `/api${path}/${submission.id}/reject`);
      expect([answer.status, answer.body.admin_notes]).toEqual([200, null]);
    });
  },
);

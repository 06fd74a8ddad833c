import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { buildAdmin, buildInvitation, buildPerson, buildSubmission, type Person } from "#server/sample/builders.ts";
import { meetAtRow } from "./support/held-row.ts";
import { type Call, openTestApp } from "./support/test-app.ts";

const rounds = 10;
const password = "seven quiet lanterns";
const club = await openTestApp();
const one = await newAdmin("Amara Okafor");
const two = await newAdmin("Daniel Achebe");

async function newAdmin(full_name: string) {
  const person = await buildAdmin(club.db, { full_name });
  return { person, call: await club.as(person) };
}

/** Both orders, decided by the lock queue. */
const inTurns = async (round: (isReversed: boolean) => Promise<void>) => {
  for (let number = 0; number < rounds; number++) await round(number % 2 === 1);
};

const auditOf = async (subjectId: string) => {
  const query = club.db.selectFrom("audit_events").select(["kind", "actor_id"]).where("subject_id", "=", subjectId);
  return query.orderBy("id").execute();
};

/** Queued mails. */
async function mailsOf(userId: string): Promise<string[]> {
  const { rows } = await sql<{ template: string }>`
    select data->>'template' as template from pgboss.job
     where name = 'mail' and data->>'user_id' = ${userId}`.execute(club.db);
  return rows.map(({ template }) => template);
}

describe("Two concurrent reviews of one submission", () => {
  const approve = (admin: Call, id: string) => admin("POST", `/api/member-profile-submissions/${id}/approve`);
  const reject = (admin: Call, id: string) =>
    admin("POST", `/api/member-profile-submissions/${id}/reject`, { admin_notes: "Please add your company." });

  it("Two reviews that both approve record one approval, one mail and one audit row, and show both the first admin", async () => {
    await inTurns(async () => {
      const { id, user_id } = await buildSubmission(club.db);
      const answers = await meetAtRow(club.db, "member_profile_submissions", id, [
        () => approve(one.call, id),
        () => approve(two.call, id),
      ]);
      for (const { status, body } of answers) {
        expect([status, body.status, body.reviewed_by, body.reviewed_by_name]).toEqual([
          200,
          "approved",
          one.person.id,
          "Amara Okafor",
        ]);
      }
      expect(await auditOf(id)).toEqual([{ kind: "submission_approved", actor_id: one.person.id }]);
      expect(await mailsOf(user_id)).toEqual(["profile-approved"]);
    });
  });

  it("Two reviews that conflict leave the first in place and return 409 to the second admin", async () => {
    await inTurns(async (isReversed) => {
      const { id, user_id } = await buildSubmission(club.db);
      const calls = [() => approve(one.call, id), () => reject(two.call, id)];
      const [first, second] = await meetAtRow(
        club.db,
        "member_profile_submissions",
        id,
        isReversed ? calls.reverse() : calls,
      );
      const outcome = isReversed ? "rejected" : "approved";
      expect([first?.status, first?.body.status]).toEqual([200, outcome]);
      expect([second?.status, second?.body.code, second?.body.detail]).toEqual([
        409,
        "already_reviewed",
        "This submission has already been reviewed.",
      ]);
      const actor = isReversed ? two.person.id : one.person.id;
      expect(await auditOf(id)).toEqual([{ kind: `submission_${outcome}`, actor_id: actor }]);
      expect(await mailsOf(user_id)).toEqual([`profile-${outcome}`]);
      const profile = club.db.selectFrom("member_profiles").select("id").where("user_id", "=", user_id);
      expect(await profile.execute()).toHaveLength(isReversed ? 0 : 1);
    });
  });

  it("Reviews in random order produce exactly one outcome", async () => {
    await inTurns(async () => {
      const { id, user_id } = await buildSubmission(club.db);
      const answers = await Promise.all([approve(one.call, id), reject(two.call, id), approve(two.call, id)]);
      const { status } = await club.db
        .selectFrom("member_profile_submissions")
        .select("status")
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
      const expected = status === "approved" ? [200, 409, 200] : [409, 200, 409];
      expect(answers.map((answer) => answer.status)).toEqual(expected);
      expect((await auditOf(id)).map(({ kind }) => kind)).toEqual([`submission_${status}`]);
      expect(await mailsOf(user_id)).toEqual([`profile-${status}`]);
    });
  });

  it("A review and a member's revision at once are applied one after the other, and the revision stays", async () => {
    await inTurns(async (isReversed) => {
      const { id, user_id } = await buildSubmission(club.db, { status: "rejected", full_name: "Before" });
      const member = await club.as({ id: user_id, email: "", full_name: "" });
      const calls = [
        () => member("PUT", "/api/member-profile-submissions/me", { full_name: "After" }),
        () => reject(two.call, id),
      ];
      const answers = await meetAtRow(club.db, "member_profile_submissions", id, isReversed ? calls.reverse() : calls);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      const row = club.db.selectFrom("member_profile_submissions").select(["full_name", "status"]).where("id", "=", id);
      expect(await row.executeTakeFirst()).toEqual({
        full_name: "After",
        status: isReversed ? "pending" : "rejected",
      });
      expect((await auditOf(id)).map(({ kind }) => kind)).toEqual(
        isReversed ? ["submission_revised"] : ["submission_revised", "submission_rejected"],
      );
    });
  });
});

describe("Two concurrent decisions on one membership request", () => {
  const decide = (admin: Call, userId: string, decision: "approve" | "reject") =>
    admin("POST", `/api/membership-requests/${userId}/${decision}`);
  const requestOf = async (userId: string) => {
    const row = club.db.selectFrom("user_roles").select(["id", "status"]).where("user_id", "=", userId);
    return row.where("role", "=", "member").executeTakeFirstOrThrow();
  };

  it.each(["approve", "reject"] as const)(
    "Two decisions that both %s record one decision, one mail and one audit row",
    async (decision) => {
      const outcome = decision === "approve" ? "approved" : "rejected";
      await inTurns(async () => {
        const asking = await buildPerson(club.db, { status: "pending" });
        const answers = await meetAtRow(club.db, "user_roles", (await requestOf(asking.id)).id, [
          () => decide(one.call, asking.id, decision),
          () => decide(two.call, asking.id, decision),
        ]);
        for (const { status, body } of answers) {
          expect([status, body.status, body.approved_by_name]).toEqual([200, outcome, "Amara Okafor"]);
        }
        expect(await auditOf(asking.id)).toEqual([{ kind: `membership_${outcome}`, actor_id: one.person.id }]);
        expect(await mailsOf(asking.id)).toEqual([`membership-${outcome}`]);
      });
    },
  );

  it("Two decisions that conflict leave the first in place and return 409 to the second admin", async () => {
    await inTurns(async (isReversed) => {
      const asking = await buildPerson(club.db, { status: "pending" });
      const calls = [() => decide(one.call, asking.id, "approve"), () => decide(two.call, asking.id, "reject")];
      const request = await requestOf(asking.id);
      const [first, second] = await meetAtRow(club.db, "user_roles", request.id, isReversed ? calls.reverse() : calls);
      const outcome = isReversed ? "rejected" : "approved";
      expect([first?.status, first?.body.status]).toEqual([200, outcome]);
      expect([second?.status, second?.body.code, second?.body.detail]).toEqual([
        409,
        "already_reviewed",
        "This request has already been decided.",
      ]);
      expect((await requestOf(asking.id)).status).toBe(outcome);
      expect((await auditOf(asking.id)).map(({ kind }) => kind)).toEqual([`membership_${outcome}`]);
      expect(await mailsOf(asking.id)).toEqual([`membership-${outcome}`]);
    });
  });
});

describe("Deleting an invitation", () => {
  it("Deleting an invitation during its registration fails once the account exists; before, the guest fails", async () => {
    await inTurns(async (isReversed) => {
      const { id, code, email } = await buildInvitation(club.db);
      const calls = [
        () => club.visitor("POST", "/api/registrations", { code, email, password }),
        () => one.call("DELETE", `/api/invitations/${id}`),
      ];
      const [first, second] = await meetAtRow(club.db, "invitations", id, isReversed ? calls.reverse() : calls);
      const people = await club.db.selectFrom("auth.users").select("id").where("email", "=", email).execute();
      const deletions = (await auditOf(id)).map(({ kind }) => kind);
      if (isReversed) {
        expect([first?.status, second?.status, second?.body.code]).toEqual([200, 422, "invitation_invalid"]);
        expect([people.length, deletions]).toEqual([0, ["invitation_deleted"]]);
      } else {
        expect([first?.status, second?.status, second?.body.code]).toEqual([201, 409, "invitation_used"]);
        expect(second?.body.detail).toBe("A used invitation cannot be deleted.");
        expect([people.length, deletions]).toEqual([1, []]);
        expect(await mailsOf(people[0]?.id ?? "")).toEqual(["verification"]);
      }
    });
  });

  it("Deleting an invitation by two admins at once succeeds for the first and returns 404 to the second", async () => {
    await inTurns(async () => {
      const { id } = await buildInvitation(club.db);
      const answers = await meetAtRow(club.db, "invitations", id, [
        () => one.call("DELETE", `/api/invitations/${id}`),
        () => two.call("DELETE", `/api/invitations/${id}`),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 404]);
      expect(await auditOf(id)).toEqual([{ kind: "invitation_deleted", actor_id: one.person.id }]);
    });
  });
});

describe("The admin role", () => {
  const proposal = async (admin: Call, { id: user_id }: Person) => {
    const answer = await admin("POST", "/api/signatories", { user_id, capacity: "admin", how_known: "From school." });
    return answer.body.id as string;
  };
  const endOf = async (admin: Call, { id: user_id }: Person) => {
    const { items } = (await admin("GET", "/api/signatories")).body;
    const { id } = items.find((signatory: { user_id: string }) => signatory.user_id === user_id);
    await admin("POST", `/api/signatories/${id}/end`, { reason: "They moved abroad." });
    return `/api/signatories/${id}/end/confirmation`;
  };

  it("The admin role is confirmed once by two concurrent calls", async () => {
    const third = await newAdmin("Third");
    await inTurns(async () => {
      const person = await buildPerson(club.db);
      const path = `/api/signatories/${await proposal(one.call, person)}/confirmation`;
      const given = await Promise.all([two.call("POST", path), third.call("POST", path)]);
      expect(given.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect((await auditOf(person.id)).map(({ kind }) => kind)).toEqual(["signatory_proposed", "admin_role_given"]);
    });
  });

  it("The admin role revoked during a decision either leaves the decision or makes it return 403", async () => {
    await inTurns(async () => {
      const losing = await newAdmin("Losing");
      const path = await endOf(one.call, losing.person);
      const { id } = await buildSubmission(club.db);
      const asking = await buildPerson(club.db, { status: "pending" });
      const [review, decision] = await Promise.all([
        losing.call("POST", `/api/member-profile-submissions/${id}/approve`),
        losing.call("POST", `/api/membership-requests/${asking.id}/approve`),
        two.call("POST", path),
      ]);
      expect([200, 403]).toContain(review.status);
      expect(await auditOf(id)).toHaveLength(review.status === 200 ? 1 : 0);
      expect([200, 403]).toContain(decision.status);
      expect(await auditOf(asking.id)).toHaveLength(decision.status === 200 ? 1 : 0);
    });
  });

  it("The admin role revoked while a decision waits for the row lock makes it return 403 without effect", async () => {
    const losing = await newAdmin("Losing");
    const path = await endOf(one.call, losing.person);
    const { id } = await buildSubmission(club.db);
    const [review] = await meetAtRow(club.db, "member_profile_submissions", id, [
      () => losing.call("POST", `/api/member-profile-submissions/${id}/approve`),
      async () => {
        const taken = await two.call("POST", path);
        await one.call("POST", `/api/member-profile-submissions/${id}/reject`);
        return taken;
      },
    ]);
    expect([review?.status, review?.body.code]).toEqual([403, "admin_required"]);
    expect((await auditOf(id)).map(({ kind }) => kind)).toEqual(["submission_rejected"]);
  });
});

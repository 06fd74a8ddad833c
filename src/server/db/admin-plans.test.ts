import { sql, type Transaction } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildAdmin } from "#server/sample/builders.ts";
import { plansOf, scannedTables } from "#tests/support/explain.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";
import { listReviews } from "../features/member-profile-submissions/reviews.ts";
import { getMembershipRequest, listMembershipRequests } from "../features/membership-requests/queries.ts";
import { listAdmins } from "../features/user-roles/queries.ts";
import { countWaiting } from "../features/waiting-counts/queries.ts";
import { createAsActor } from "./as-actor.ts";
import type { DB } from "./database.generated.ts";

/** A club of 10,000 people, 1,000 submissions and 5,000 invitations, in which a few wait. */
let database: TestDatabase;
let adminId: string;
beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  adminId = (await buildAdmin(db)).id;
  await sql`insert into auth.users (email, name, email_verified)
    select 'person-' || n || '@castell.example', 'Person ' || n, true from generate_series(1, 10000) n`.execute(db);
  await sql`insert into user_roles (user_id, role, status, requested_at, approved_at, approved_by)
    select id, 'member', case when n <= 20 then 'pending' else 'approved' end, now() - n * interval '1 hour',
           case when n > 20 then now() - n * interval '1 minute' end, case when n > 20 then ${adminId}::uuid end
      from (select id, row_number() over (order by random()) as n from auth.users where id <> ${adminId}) u`.execute(
    db,
  );
  await sql`insert into member_profiles (user_id, full_name)
    select id, name from auth.users where id <> ${adminId} order by id limit 9000`.execute(db);
  await sql`insert into member_profile_submissions (user_id, full_name, status, submitted_at, reviewed_at, reviewed_by)
    select id, name, case when n <= 20 then 'pending' else 'approved' end, now() - n * interval '1 hour',
           case when n > 20 then now() end, case when n > 20 then ${adminId}::uuid end
      from (select id, name, row_number() over (order by random()) as n from auth.users limit 1000) u`.execute(db);
  await sql`insert into audit_events (created_at, kind, subject_id, actor_id)
    select submitted_at, 'submission_created', id, user_id from member_profile_submissions
    union all select now(), 'membership_approved', user_id, ${adminId} from user_roles`.execute(db);
  await sql`insert into pending_members (full_name, email)
    select name, email from auth.users limit 2000`.execute(db);
  await sql`insert into invitations (email, code, created_at, expires_at, used_at)
    select 'guest-' || n || '@castell.example', 'CODE' || n, now() - n * interval '1 hour',
           now() + interval '30 days', case when n > 50 then now() end from generate_series(1, 5000) n`.execute(db);
  await sql`analyze`.execute(db);
});
afterAll(() => database.close());

const asAdmin = <Result>(work: (tx: Transaction<DB>) => Promise<Result>) =>
  createAsActor(database.db, async () => {})({ userId: adminId }, work);

const page = { limit: 24 };
/** Past the first hundred of either list. */
const cursor = Buffer.from(
  JSON.stringify([new Date(Date.now() - 100 * 3600 * 1000).toISOString(), "01900000-0000-7000-8000-000000000000"]),
).toString("base64url");

describe("In a club of 10,000 people, with an admin's rights, nothing that grows is read from end to end for", () => {
  it.each<[string, (tx: Transaction<DB>) => Promise<unknown>]>([
    ["the pending requests", (tx) => listMembershipRequests(tx, { ...page, status: "pending" })],
    ["the latest decisions", (tx) => listMembershipRequests(tx, { limit: 5, status: "decided" })],
    ["a later page of decisions", (tx) => listMembershipRequests(tx, { ...page, cursor, status: "decided" })],
    ["one request", (tx) => getMembershipRequest(tx, adminId)],
    ["all submissions", (tx) => listReviews(tx, page)],
    ["a later page of submissions", (tx) => listReviews(tx, { ...page, cursor })],
    ["the pending submissions", (tx) => listReviews(tx, { ...page, status: "pending" })],
    ["the admins", (tx) => listAdmins(tx, page)],
    ["the counts of what waits", (tx) => countWaiting(tx, new Date())],
  ])("%s", async (_, run) => {
    const plan = await asAdmin((tx) => plansOf(tx, run));
    expect(plan).toContain("Index");
    const handfuls = ["admin_emails", "deletion_requests"];
    expect([scannedTables(plan).filter((table) => !handfuls.includes(table)), plan]).toEqual([[], plan]);
  });
});

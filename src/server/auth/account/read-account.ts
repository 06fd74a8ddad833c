import type { OwnerContext } from "../../context.ts";
import type { Database } from "../../platform/db/connect.ts";
import { findEmailChange } from "../email-change/email-change.ts";
import type { CurrentSession } from "../sessions/session-types.ts";
import { findRecoveryCodes } from "../two-factor/find-recovery-codes.ts";
import { listSessions } from "./list-sessions.ts";
import { listSubmissionViews } from "./list-submission-views.ts";

export async function readAccount(dependencies: OwnerContext, session: CurrentSession) {
  const { db, google, isAdminTwoFactorRequired, now } = dependencies;
  const { userId } = session;
  const [waysIn, recoveryCodes, emailChange, sessions, deletionRequest, submissionViews] = await Promise.all([
    findWaysIn(db, userId),
    findRecoveryCodes(dependencies, userId),
    findEmailChange(db, userId, now()),
    listSessions(db, session, now()),
    findDeletionRequest(db, userId),
    listSubmissionViews(db, userId),
  ]);
  return {
    ...waysIn,
    is_google_available: google !== undefined,
    recovery_codes_left: recoveryCodes.length,
    is_two_factor_required: session.isAdmin && isAdminTwoFactorRequired,
    email_change: emailChange,
    sessions,
    deletion_request: deletionRequest ?? null,
    submission_views: submissionViews,
  };
}

const findDeletionRequest = (db: Database, userId: string) =>
  db
    .selectFrom("deletion_requests")
    .select(["requested_at", "due_at"])
    .where("user_id", "=", userId)
    .executeTakeFirst();

async function findWaysIn(db: Database, userId: string) {
  const accounts = await db
    .selectFrom("auth.accounts")
    .select(["provider_id", "email"])
    .select((query) => query("password", "is not", null).as("has_password"))
    .where("user_id", "=", userId)
    .execute();
  return {
    has_password: accounts.some((account) => account.has_password),
    google_email: accounts.find(({ provider_id }) => provider_id === "google")?.email ?? null,
  };
}

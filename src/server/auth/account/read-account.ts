import { isIP } from "node:net";
import type { OwnerContext } from "../../context.ts";
import type { Database } from "../../platform/db/connect.ts";
import { findEmailChange } from "../email-change/email-change.ts";
import { listPasskeys } from "../passkeys/passkeys.ts";
import type { CurrentSession } from "../sessions/session.ts";
import { findRecoveryCodes } from "../two-factor/consume-codes.ts";
import { deviceName } from "./device-name.ts";
import { recordKeptUntil } from "./seal-investor-record.ts";

export async function readAccount(dependencies: OwnerContext, session: CurrentSession) {
  const { db, google, isAdminTwoFactorRequired, now } = dependencies;
  const { userId } = session;
  const { deals } = await dependencies.readClub();
  const [waysIn, passkeys, recoveryCodes, emailChange, sessions, deletionRequest, recordUntil, submissionViews] =
    await Promise.all([
      findWaysIn(db, userId),
      listPasskeys(db, userId),
      findRecoveryCodes(dependencies, userId),
      findEmailChange(db, userId, now()),
      listSessions(db, session, now()),
      findDeletionRequest(db, userId),
      recordKeptUntil({ deals, now: now() }, db, userId),
      listSubmissionViews(db, userId),
    ]);
  return {
    ...waysIn,
    passkeys,
    is_google_available: google !== undefined,
    recovery_codes_left: recoveryCodes.length,
    is_two_factor_required: session.isAdmin && isAdminTwoFactorRequired,
    email_change: emailChange,
    sessions,
    deletion_request: deletionRequest ?? null,
    investor_record_kept_until: recordUntil,
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

/** Last used first; without the tokens. */
async function listSessions(db: Database, { id: currentId, userId }: CurrentSession, now: Date) {
  const sessions = await db
    .selectFrom("auth.sessions")
    .select(["id", "user_agent", "ip_address", "created_at", "updated_at as last_used_at"])
    .where("user_id", "=", userId)
    .where("expires_at", ">", now)
    .orderBy("updated_at", "desc")
    .orderBy("id", "desc")
    .execute();
  return sessions.map(({ user_agent, ip_address, ...session }) => ({
    ...session,
    device: deviceName(user_agent),
    ip_address: shortIp(ip_address ?? ""),
    is_current: session.id === currentId,
  }));
}

/** Better Auth stores IPv6 uncompressed. Null for an invalid address. */
function shortIp(ip: string): string | null {
  const family = isIP(ip);
  if (family === 0) return null;
  return family === 6 ? new URL(`http://[${ip}]`).hostname.slice(1, -1) : ip;
}

const shownAtMost = 50;

export const listSubmissionViews = (db: Database, userId: string) =>
  db
    .selectFrom("submission_views as view")
    .leftJoin("people as viewer", "viewer.id", "view.viewer_id")
    .select("view.viewed_at")
    .select((by) => by.fn.coalesce("viewer.full_name", "viewer.email").as("viewer_name"))
    .where("view.user_id", "=", userId)
    .orderBy("view.viewed_at", "desc")
    .orderBy("view.id", "desc")
    .limit(shownAtMost)
    .execute();

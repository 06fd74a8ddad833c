import { createMiddleware } from "hono/factory";
import { type Kysely, sql } from "kysely";
import { accountMessages } from "#shared/account/account-messages.ts";
import { freshSignInMessages, freshSignInMinutes } from "#shared/account/password-rules.ts";
import type { ApiKeyScope } from "#shared/api-keys/api-keys.ts";
import { sessionMissingMessage } from "#shared/errors.ts";
import { closedMessages } from "#shared/membership-requests/membership-messages.ts";
import { type OfferGate, offerGateMessages } from "#shared/statements/signed-statement-messages.ts";
import type { Caller, Environment, RequestContext } from "../context.ts";
import type { DB } from "../platform/db/database.generated.ts";
import { adminRequired, HttpError } from "../platform/http/http-error.ts";
import { refuseOtherSites, safeMethods } from "../platform/http/own-origin.ts";
import { findCurrentSession } from "./sessions/current-session.ts";
import { type CurrentSession, hasSecondFactor } from "./sessions/session.ts";

/**
 * What each audience needs, in the order in which it is checked. `tests/routes.test.ts` calls every operation as a person who
 * lacks one requirement and meets those before it.
 */
export const audiences = {
  anyone: [],
  person: ["session"],
  member: ["session", "membership"],
  approved: ["session", "membership", "approval"],
  /** The database shows a deal while the gate is open, and one that its reader bought for good; without either `whileOpen` refuses. */
  reader: ["session", "membership", "approval"],
  investor: ["session", "membership", "approval", "open_gate"],
  admin: ["session", "membership", "admin_role"],
} as const satisfies Record<string, readonly Requirement[]>;

export type Audience = keyof typeof audiences;
export type Requirement = keyof typeof requirements;

interface Guarded {
  audience: Audience;
  key?: ApiKeyScope;
  recordsReading?: boolean;
  needsFreshSignIn?: boolean;
  carriesCodes?: boolean;
}

/** The first middleware of each route: who calls, and whether they may. */
export const guardFor = ({ audience, key, recordsReading = false, needsFreshSignIn, carriesCodes = false }: Guarded) =>
  createMiddleware<Environment>(async (c, next) => {
    c.set("keyScope", key);
    c.set("carriesCodes", carriesCodes);
    const session = await findCurrentSession(c);
    c.set("session", session);
    c.set("actor", {
      ...actorOf(session, isAdminWithheld(session, c.var.dependencies)),
      ...(safeMethods.has(c.req.method) && !recordsReading && { isReadOnly: true }),
      at: c.var.dependencies.now(),
      // A call that writes reads from the primary.
      asOf: safeMethods.has(c.req.method) ? (session?.asOf ?? undefined) : undefined,
    });
    for (const requirement of audiences[audience]) await requirements[requirement](session, c.var);
    if (needsFreshSignIn) assertFreshSignIn(session, c.var.dependencies.now());
    if (recordsReading) refuseOtherSites(c);
    await next();
  });

/** Each throws an HttpError of status 401 or 403 for a caller who does not meet it. */
const requirements = {
  /** Signed in, or an API key. */
  session: requireSession,
  /** The membership is not rejected, suspended or ended; it may wait for approval. */
  membership: requireMembership,
  /** Approved by an admin. */
  approval: requireApproval,
  /** Everything that is required before a person may see an offer, such as a current investor statement. */
  open_gate: (_session: CurrentSession | null, caller: Caller) => requireOpenGate(caller),
  /** The role, and the second factor where the club requires it. */
  admin_role: requireAdmin,
};

const actorOf = (session: CurrentSession | null, isWithheld: boolean): Caller["actor"] => ({
  userId: session?.userId ?? null,
  isAdminWithheld: isWithheld,
  isAdmin: Boolean(session?.isAdmin) && !isWithheld,
  isMember: isMember(session),
  ...(session?.apiKey && { apiKeyId: session.apiKey.id, isReadOnly: session.apiKey.scope === "read" }),
});

const isMember = (session: CurrentSession | null): boolean =>
  session?.membershipStatus === "approved" || session?.membershipStatus === "pending";

function requireSession(session: CurrentSession | null): void {
  if (!session) throw new HttpError("session_missing", sessionMissingMessage);
}

function requireMembership(session: CurrentSession | null): void {
  if (isMember(session)) return;
  const { membershipEnd = null } = session ?? {};
  throw new HttpError(`membership_${membershipEnd ?? "rejected"}`, closedMessages[membershipEnd ?? "rejected"].detail);
}

function requireApproval(session: CurrentSession | null): void {
  if (session?.membershipStatus !== "approved")
    throw new HttpError("membership_required", offerGateMessages.membership_required);
}

/** Checked on each request: the result is never cached. @throws HttpError 403 with the reason as its code. */
export async function requireOpenGate({ dependencies, actor }: Caller): Promise<void> {
  const gate = await readOfferGate(dependencies.readAs(actor));
  if (gate !== "open") throw new HttpError(gate, offerGateMessages[gate], { status: 403 });
}

/** Policies read this too: member routes then return no admin rows. */
const isAdminWithheld = (session: CurrentSession | null, { isAdminTwoFactorRequired }: RequestContext): boolean =>
  isAdminTwoFactorRequired && session !== null && !(hasSecondFactor(session) && session.factorAt);

function requireAdmin(
  session: CurrentSession | null,
  { dependencies: { isAdminTwoFactorRequired } }: Pick<Caller, "dependencies">,
): void {
  if (!session?.isAdmin) throw adminRequired();
  if (!isAdminTwoFactorRequired) return;
  const { setupRequired, notGiven } = accountMessages.twoFactor;
  if (!hasSecondFactor(session)) throw new HttpError("two_factor_setup_required", setupRequired);
  // The factor exists, but this session never presented it.
  if (!session.factorAt) throw new HttpError("two_factor_required", notGiven);
}

/**
 * Whether a person may be shown offers now, by the database's own gate.
 * @param db with the rights of that person.
 */
export async function readOfferGate(db: Kysely<DB>): Promise<OfferGate> {
  const { rows } = await sql<{ gate: OfferGate }>`select own_offer_gate() as gate`.execute(db);
  return rows[0]?.gate ?? "statement_required";
}

/** The session was begun, its second factor given, or its owner confirmed in the last ten minutes. @returns when that was. @throws HttpError fresh_sign_in_required. */
export function assertFreshSignIn(session: CurrentSession | null, now: Date): Date {
  const at = session?.signedInAt;
  if (at && at > new Date(now.getTime() - freshSignInMinutes * 60_000)) return at;
  throw new HttpError("fresh_sign_in_required", freshSignInMessages.needed);
}

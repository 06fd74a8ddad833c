import { createMiddleware } from "hono/factory";
import { accountMessages } from "#shared/account-messages.ts";
import { sessionMissingMessage } from "#shared/errors.ts";
import { closedMessages } from "#shared/membership-messages.ts";
import { offerGateMessages } from "#shared/signed-statement-messages.ts";
import type { Caller, Environment, RequestContext } from "../context.ts";
import { adminRequired, HttpError } from "../platform/http/http-error.ts";
import { safeMethods } from "../platform/http/own-origin.ts";
import { readOfferGate } from "./offer-gate.ts";
import { findCurrentSession } from "./sessions/current-session.ts";
import { type CurrentSession, hasSecondFactor } from "./sessions/session.ts";

/**
 * person: signed in, any status. member: signed in and not rejected. approved: by an admin. investor: approved, with all
 * that is asked before an offer. admin: with the role, and the second factor where the club asks for it.
 */
export type Audience = "anyone" | "person" | "member" | "approved" | "investor" | "admin";

/** Spread into every `createRoute`; `createApi` throws for a route without it. */
export const openTo = (audience: Audience) => ({ middleware: guards[audience], "x-audience": audience });

const guard = (audience: Audience) =>
  createMiddleware<Environment>(async (c, next) => {
    const session = await findCurrentSession(c);
    c.set("session", session);
    c.set("actor", {
      ...actorOf(session, isAdminWithheld(session, c.var.dependencies)),
      at: c.var.dependencies.now(),
      // What a call has written is read from the primary.
      asOf: safeMethods.has(c.req.method) ? (session?.asOf ?? undefined) : undefined,
    });
    if (audience !== "anyone" && !session) throw new HttpError(401, "session_missing", sessionMissingMessage);
    if (audience !== "anyone" && audience !== "person") requireMembership(session);
    if (audience === "approved" || audience === "investor") requireApproval(session);
    if (audience === "investor") await requireOpenGate(c.var);
    if (audience === "admin") requireAdmin(session, c.var.dependencies);
    await next();
  });

const actorOf = (session: CurrentSession | null, isWithheld: boolean): Caller["actor"] => ({
  userId: session?.userId ?? null,
  isAdminWithheld: isWithheld,
  isAdmin: Boolean(session?.isAdmin) && !isWithheld,
  isMember: isMember(session),
  ...(session?.apiKey && { apiKeyId: session.apiKey.id, isReadOnly: session.apiKey.scope === "read" }),
});

const isMember = (session: CurrentSession | null): boolean =>
  session?.membershipStatus === "approved" || session?.membershipStatus === "pending";

function requireMembership(session: CurrentSession | null): void {
  if (isMember(session)) return;
  const { membershipEnd = null } = session ?? {};
  throw new HttpError(
    403,
    `membership_${membershipEnd ?? "rejected"}`,
    closedMessages[membershipEnd ?? "rejected"].detail,
  );
}

function requireApproval(session: CurrentSession | null): void {
  if (session?.membershipStatus !== "approved")
    throw new HttpError(403, "membership_required", offerGateMessages.membership_required);
}

/** Checked on each request: the result is never cached. @throws HttpError 403 with the reason as its code. */
export async function requireOpenGate({ dependencies, actor }: Caller): Promise<void> {
  const gate = await readOfferGate(dependencies.readAs(actor));
  if (gate !== "open") throw new HttpError(403, gate, offerGateMessages[gate]);
}

/** Policies read this too: member routes then return no admin rows. */
const isAdminWithheld = (session: CurrentSession | null, { isAdminTwoFactorRequired }: RequestContext): boolean =>
  isAdminTwoFactorRequired && session !== null && !(hasSecondFactor(session) && session.factorAt);

function requireAdmin(session: CurrentSession | null, { isAdminTwoFactorRequired }: RequestContext): void {
  if (!session?.isAdmin) throw adminRequired();
  if (!isAdminTwoFactorRequired) return;
  const { setupRequired, notGiven } = accountMessages.twoFactor;
  if (!hasSecondFactor(session)) throw new HttpError(403, "two_factor_setup_required", setupRequired);
  // The factor exists, but this session never presented it.
  if (!session.factorAt) throw new HttpError(403, "two_factor_required", notGiven);
}

const guards = {
  anyone: guard("anyone"),
  person: guard("person"),
  member: guard("member"),
  approved: guard("approved"),
  investor: guard("investor"),
  admin: guard("admin"),
};

import type { Context } from "hono";
import type { ErrorCode } from "#shared/errors.ts";
import type { Environment } from "../../context.ts";
import { HttpError } from "../../platform/http/http-error.ts";
import { ownerOf } from "../owner-of.ts";

/** Refusals that say something about the password. Others are as many as a stranger likes, and the audit is kept. */
const auditedCodes = new Set<ErrorCode>(["invalid_credentials", "email_not_verified"]);

/** Runs a sign-in and leaves an audit row of how it went; a failed one names the person whose e-mail was tried, if any. */
export async function audited(
  c: Context<Environment>,
  email: string,
  signIn: () => Promise<Response>,
): Promise<Response> {
  try {
    const response = await signIn();
    // Whoever has a second factor is not signed in before it was given.
    if (!(await asksForSecondFactor(response.clone()))) await record(c, email, "signed_in");
    return response;
  } catch (error) {
    if (error instanceof HttpError && auditedCodes.has(error.code))
      await record(c, email, "sign_in_failed", error.code);
    throw error;
  }
}

async function asksForSecondFactor(response: Response): Promise<boolean> {
  return "twoFactorRedirect" in ((await response.json()) as object);
}

async function record(c: Context<Environment>, email: string, kind: "signed_in" | "sign_in_failed", reason?: string) {
  const { db, asOwner } = ownerOf(c);
  const person = await db.selectFrom("auth.users").select("id").where("email", "=", email).executeTakeFirst();
  const actorId = kind === "signed_in" ? (person?.id ?? null) : null;
  await asOwner(actorId, async (_tx, effects) => effects.audit(kind, person?.id ?? null, reason ? { reason } : {}));
}

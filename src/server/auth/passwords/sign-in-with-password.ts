import type { Context } from "hono";
import { signInRefusals } from "#shared/account/sign-in-messages.ts";
import type { ErrorCode } from "#shared/errors.ts";
import type { Environment } from "../../context.ts";
import { HttpError } from "../../platform/http/http-error.ts";
import { refuseBadInput } from "../../router.ts";
import { callBetterAuth } from "../call-better-auth.ts";
import { ownerOf } from "../owner-of.ts";
import { withPasswordLimits } from "./password.ts";

/** The other errors are unlimited and would flood the audit log. */
const auditedCodes = new Set<ErrorCode>(["invalid_credentials", "email_not_verified"]);

/** Better Auth's response, limited; failures are audited, and the caller records a success. @throws HttpError invalid_credentials, email_not_verified, 429. */
export async function signInWithPassword(
  c: Context<Environment>,
  { email: typed, password }: { email: string; password: string },
): Promise<Response> {
  const email = typed.toLowerCase();
  const attempt = () => callBetterAuth(c, { path: "/auth/sign-in/email", body: { email, password } });
  try {
    return await withPasswordLimits(c, email, attempt);
  } catch (error) {
    if (error instanceof HttpError && auditedCodes.has(error.code)) await recordFailure(c, email, error.code);
    throw error;
  }
}

async function recordFailure(c: Context<Environment>, email: string, reason: string): Promise<void> {
  const { db, asOwner } = ownerOf(c);
  const person = await db.selectFrom("auth.users").select("id").where("email", "=", email).executeTakeFirst();
  await asOwner(null, async (_tx, effects) => effects.audit("sign_in_failed", person?.id ?? null, { reason }));
}

type Checked = Parameters<typeof refuseBadInput>[0] & { data?: unknown };

/** Replaces the schema error for a missing e-mail or password. */
export function assertCredentials(checked: Checked): undefined {
  const { email, password } = Object(checked.data) as { email?: unknown; password?: unknown };
  if (isMissing(email) || isMissing(password)) {
    throw new HttpError("missing_credentials", signInRefusals.missingCredentials);
  }
  refuseBadInput(checked);
}

const isMissing = (value: unknown) => value === undefined || value === null || value === "";

import { emailSchema, lineSchema } from "#shared/text.ts";

/** What Google says of whoever signed in there. */
export interface GoogleIdentity {
  /** Google's own id of the account, which stays when the address changes. */
  sub: string;
  /** As the club writes addresses. Present only when Google says that it is verified. */
  verifiedEmail: string | undefined;
  name: string | undefined;
}

interface Claims {
  sub?: string;
  email?: unknown;
  email_verified?: unknown;
  name?: unknown;
}

/** @param claims of an ID token that has been verified. */
export function toGoogleIdentity({ sub = "", email, email_verified, name }: Claims): GoogleIdentity {
  const verifiedEmail = email_verified === true ? emailSchema.safeParse(email).data : undefined;
  return { sub, verifiedEmail, name: lineSchema.safeParse(name).data };
}

import { emailSchema, lineSchema } from "#shared/text.ts";

export interface GoogleIdentity {
  /** Stable Google account id. */
  sub: string;
  /** Normalised; undefined unless Google reports it verified. */
  verifiedEmail: string | undefined;
  /** Whether Google hosts the mailbox; other addresses were verified once and may have changed hands. */
  isMailboxAtGoogle: boolean;
  name: string | undefined;
}

const googleDomains = new Set(["gmail.com", "googlemail.com"]);

interface Claims {
  sub?: string;
  email?: unknown;
  email_verified?: unknown;
  /** Google Workspace domain. */
  hd?: unknown;
  name?: unknown;
}

/** @param claims of a verified ID token. */
export function toGoogleIdentity({ sub = "", email, email_verified, hd, name }: Claims): GoogleIdentity {
  const verifiedEmail = email_verified === true ? emailSchema.safeParse(email).data : undefined;
  const domain = verifiedEmail?.split("@").at(-1);
  const isMailboxAtGoogle = domain !== undefined && (googleDomains.has(domain) || domain === hd);
  return { sub, verifiedEmail, isMailboxAtGoogle, name: lineSchema.safeParse(name).data };
}

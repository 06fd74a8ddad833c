import { emailSchema, lineSchema } from "#shared/text.ts";

/** What Google says of whoever signed in there. */
export interface GoogleIdentity {
  /** Google's own id of the account, which stays when the address changes. */
  sub: string;
  /** As the club writes addresses. Present only when Google says that it is verified. */
  verifiedEmail: string | undefined;
  /** Whether Google itself runs the mailbox. Of any other address it knows only that it was verified some day. */
  isMailboxAtGoogle: boolean;
  name: string | undefined;
}

const googleDomains = new Set(["gmail.com", "googlemail.com"]);

interface Claims {
  sub?: string;
  email?: unknown;
  email_verified?: unknown;
  /** The domain of an organisation whose accounts and mail Google runs. */
  hd?: unknown;
  name?: unknown;
}

/** @param claims of an ID token that has been verified. */
export function toGoogleIdentity({ sub = "", email, email_verified, hd, name }: Claims): GoogleIdentity {
  const verifiedEmail = email_verified === true ? emailSchema.safeParse(email).data : undefined;
  const domain = verifiedEmail?.split("@").at(-1);
  const isMailboxAtGoogle = domain !== undefined && (googleDomains.has(domain) || domain === hd);
  return { sub, verifiedEmail, isMailboxAtGoogle, name: lineSchema.safeParse(name).data };
}

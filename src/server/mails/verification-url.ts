import { pageUrl, paths } from "#shared/paths.ts";
import { createVerificationToken } from "../auth/registration/email-verification-token.ts";
import type { ComposeOptions } from "./compose-options.ts";

/** A link that is good from now on; undefined when there is nothing left to verify. */
export async function verificationUrl(
  { db, appUrl }: ComposeOptions,
  person: { id: string; email: string },
): Promise<string | undefined> {
  const token = await createVerificationToken(db, person);
  return token && pageUrl(appUrl, `${paths.verifyEmail}?${new URLSearchParams({ token })}`);
}

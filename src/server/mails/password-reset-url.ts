import { pageUrl, paths } from "#shared/paths.ts";
import { createPasswordResetToken } from "../auth/passwords/password-reset-token.ts";
import type { ComposeOptions } from "./compose-options.ts";

/** A link that works from now on; undefined when the address is the person's no more. */
export async function passwordResetUrl(
  { db, appUrl }: ComposeOptions,
  person: { id: string; email: string },
): Promise<string | undefined> {
  const token = await createPasswordResetToken(db, person);
  return token && pageUrl(appUrl, `${paths.resetPassword}?${new URLSearchParams({ token })}`);
}

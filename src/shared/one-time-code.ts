import { z } from "zod";
import { signInRefusals } from "./sign-in-refusals.ts";
import { emailSchema } from "./text.ts";

/** Asking for a one-time code or link to sign in with. The club knows people by their e-mail alone. */
export const oneTimeCodeInputSchema = z.object({
  email: z.string(signInRefusals.missingContact).trim().min(1, signInRefusals.missingContact).pipe(emailSchema),
});

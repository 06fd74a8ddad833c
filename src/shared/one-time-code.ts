import { z } from "zod";
import { signInMessages } from "./sign-in-messages.ts";
import { emailSchema } from "./text.ts";

/** Asking for a one-time code or link to sign in with. The club knows people by their e-mail alone. */
export const oneTimeCodeInputSchema = z.object({
  email: z.string(signInMessages.missingContact).trim().min(1, signInMessages.missingContact).pipe(emailSchema),
});

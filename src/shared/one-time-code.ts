import { z } from "zod";
import { signInRefusals } from "./sign-in-messages.ts";
import { emailSchema } from "./text.ts";

export const oneTimeCodeInputSchema = z.object({
  email: z.string(signInRefusals.missingContact).trim().min(1, signInRefusals.missingContact).pipe(emailSchema),
});

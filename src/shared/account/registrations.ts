import { z } from "zod";
import { namedObject } from "#shared/named-object.ts";
import { emailSchema, lineSchema, nameSchema } from "#shared/text.ts";
import { maximumPasswordLength, minimumPasswordLength } from "./password-rules.ts";

export const registrationInputSchema = namedObject("RegistrationInput", {
  /** As mails and phones break it, with spaces inside too. */
  code: lineSchema
    .overwrite((code) => code.replaceAll(/\s/gu, ""))
    .toUpperCase()
    .min(1, "Please enter your invitation code.")
    .max(40, "Please check the code."),
  email: emailSchema,
  password: z
    .string()
    .min(minimumPasswordLength, `Please use at least ${minimumPasswordLength} characters.`)
    .max(maximumPasswordLength, `Please use at most ${maximumPasswordLength} characters.`),
  full_name: nameSchema.optional(),
});
export type RegistrationInput = z.infer<typeof registrationInputSchema>;

export const registrationSchema = namedObject("Registration", {
  user_id: z.uuid(),
  email: z.string(),
  /** Whether the club has a mail server, so that the mail with the link arrives. */
  is_mailed: z.boolean(),
});
export type Registration = z.infer<typeof registrationSchema>;

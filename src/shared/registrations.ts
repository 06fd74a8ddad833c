import { z } from "zod";
import { emailSchema, lineSchema } from "./text.ts";

export const minimumPasswordLength = 6;
/** Longer ones only cost time to hash. */
export const maximumPasswordLength = 128;

export const registrationInputSchema = z.object({
  code: z.string().trim().toUpperCase().min(1, "Please enter your invitation code.").max(40, "Please check the code."),
  email: emailSchema,
  password: z
    .string()
    .min(minimumPasswordLength, `Please use at least ${minimumPasswordLength} characters.`)
    .max(maximumPasswordLength, `Please use at most ${maximumPasswordLength} characters.`),
  full_name: lineSchema.optional(),
});
export type RegistrationInput = z.infer<typeof registrationInputSchema>;

/** Answer to a registration; the person has to verify the e-mail before signing in. */
export const registrationSchema = z.object({ user_id: z.uuid(), email: z.string() });

export const registrationMessages = {
  subtitle: "Enter your invitation details to register",
  emailHint: "must match invitation",
  passwordHint: "Create a password",
  submit: "Register",
  busy: "Creating Account...",
  footer: "Registration is by invitation only. Contact an admin if you need an invitation.",
  completeTitle: "Registration Complete!",
  completeText:
    "Your account has been created successfully. Please check your email to verify your account before signing in.",
  goToLogin: "Go to Login",
  invalid: { title: "Invalid Invitation", description: "The invitation code is invalid or doesn't match your email." },
  used: { title: "Invitation Already Used", description: "This invitation code has already been used." },
  failed: { title: "Registration Failed" },
  accountExists: "This email address already has an account. Please sign in instead.",
  weakPassword: "This password is too easy to guess. Please choose another one.",
  success: {
    title: "Registration Successful",
    description: "Your account has been created. Please check your email to verify your account.",
  },
  unexpected: { title: "Error", description: "An unexpected error occurred during registration." },
} as const;

/** Separate from the schemas, to keep Zod out of the bundle. */
export const registrationMessages = {
  invalid: { title: "Invalid Invitation", description: "The invitation code is invalid or doesn't match your email." },
  expired: (day: string) => `This invitation ended on ${day}. Ask whoever invited you to send it again.`,
  used: { title: "Invitation Already Used", description: "This invitation code has already been used." },
  accountExists: "This email address already has an account. Please sign in instead.",
  weakPassword: "This password is too easy to guess. Please choose another one.",
} as const;

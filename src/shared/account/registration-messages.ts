/** Separate from the schemas, to keep Zod out of the bundle. */
export const registrationMessages = {
  subtitle: "Enter your invitation details to register",
  emailHint: "must match invitation",
  passwordHint: "Create a password",
  fullName: "Your name",
  fullNameHint: "Shown beside what you approve",
  submit: "Register",
  busy: "Creating Account...",
  footer: "Registration is by invitation only. Contact an admin if you need an invitation.",
  completeTitle: "Registration Complete!",
  completeText:
    "Your account has been created successfully. Please check your email to verify your account before signing in.",
  goToLogin: "Go to Login",
  noMail: "No email after a few minutes? Please look in your spam folder too.",
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

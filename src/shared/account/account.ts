import { z } from "zod";
import { ownDeletionRequestSchema, submissionViewSchema } from "#shared/deletion-requests/deletion-requests.ts";
import { momentSchema } from "#shared/lists.ts";
import { namedObject } from "#shared/named-object.ts";
import { emailSchema, nameSchema } from "#shared/text.ts";
import { minimumNameLength } from "./account-messages.ts";
import { passkeySchema } from "./passkeys.ts";
import { maximumPasswordLength, minimumPasswordLength } from "./password-rules.ts";
import { ownPasswordSchema } from "./session.ts";

/** Common passwords are rejected by the server. */
const newPasswordSchema = z
  .string()
  .min(minimumPasswordLength, `Please use at least ${minimumPasswordLength} characters.`)
  .max(maximumPasswordLength, `Please use at most ${maximumPasswordLength} characters.`);

export const accountNameInputSchema = namedObject("AccountNameInput", {
  full_name: nameSchema.min(minimumNameLength, `Please enter at least ${minimumNameLength} characters.`),
});

export const passwordChangeInputSchema = namedObject("PasswordChangeInput", {
  current_password: ownPasswordSchema("Please enter your current password."),
  new_password: newPasswordSchema,
});

const linkTokenSchema = z.string().min(1).max(200);

export const passwordResetRequestSchema = namedObject("PasswordResetRequest", { email: emailSchema });
export const passwordResetInputSchema = namedObject("PasswordResetInput", {
  token: linkTokenSchema,
  password: newPasswordSchema,
});

export const signInLinkRequestSchema = namedObject("SignInLinkRequest", { email: emailSchema });
export const linkInputSchema = namedObject("LinkInput", { token: linkTokenSchema });

export const emailVerificationLinkSchema = namedObject("EmailVerificationLink", {
  /** The address that it verified; null while it waits for the password. */
  verified_email: z.string().nullable(),
});
export type EmailVerificationLink = z.infer<typeof emailVerificationLinkSchema>;

export const emailVerificationInputSchema = namedObject("EmailVerificationInput", {
  token: linkTokenSchema,
  password: z
    .string()
    .min(1, "Please enter your password.")
    .max(maximumPasswordLength, `Please use at most ${maximumPasswordLength} characters.`),
});

export const emailChangeInputSchema = namedObject("EmailChangeInput", {
  new_email: emailSchema,
  password: ownPasswordSchema(),
});

/** Takes effect once both addresses have confirmed. */
export const emailChangeSchema = namedObject("EmailChange", {
  new_email: z.string(),
  is_old_confirmed: z.boolean(),
  is_new_confirmed: z.boolean(),
  expires_at: momentSchema,
});

export const emailChangeConfirmationInputSchema = namedObject("EmailChangeConfirmationInput", {
  token: linkTokenSchema,
});

export const emailChangeConfirmationSchema = namedObject("EmailChangeConfirmation", {
  /** "confirmed": the other address is still missing. */
  outcome: z.enum(["confirmed", "changed"]),
});
export type EmailChangeConfirmation = z.infer<typeof emailChangeConfirmationSchema>;

const accountSessionSchema = z.object({
  id: z.uuid(),
  /** "Chrome on Windows"; null for an unknown user agent. */
  device: z.string().nullable(),
  ip_address: z.string().nullable(),
  created_at: momentSchema,
  last_used_at: momentSchema,
  is_current: z.boolean(),
});
export type AccountSession = z.infer<typeof accountSessionSchema>;

export const accountSchema = namedObject("Account", {
  /** It is false for Google-only accounts. */
  has_password: z.boolean(),
  google_email: z.string().nullable(),
  is_google_available: z.boolean(),
  passkeys: z.array(passkeySchema),
  recovery_codes_left: z.number().int(),
  /** An admin under REQUIRE_ADMIN_2FA. */
  is_two_factor_required: z.boolean(),
  email_change: emailChangeSchema.nullable(),
  deletion_request: ownDeletionRequestSchema.nullable(),
  /** London day until which the law keeps it after a deletion of the account; null where nothing stays. */
  investor_record_kept_until: z.string().nullable(),
  /** Latest first. */
  submission_views: z.array(submissionViewSchema),
  sessions: z.array(accountSessionSchema),
});
export type Account = z.infer<typeof accountSchema>;

export const totpCodeSchema = z
  .string()
  .max(40, "Please enter the six digits.")
  .transform((text) => text.replace(/\s/g, ""))
  .pipe(z.string().regex(/^\d{6}$/, "Please enter the six digits."));

export const totpInputSchema = namedObject("TotpInput", { code: totpCodeSchema });
export const recoveryCodeInputSchema = namedObject("RecoveryCodeInput", {
  code: z.string().trim().min(1, "Please enter a recovery code.").max(40),
});
export const passwordOnlyInputSchema = namedObject("PasswordOnlyInput", { password: ownPasswordSchema() });

export const passwordIfAnySchema = namedObject("PasswordIfAny", { password: z.string().min(1).optional() });

/** Pending until a code is verified; recovery codes are shown once. */
export const twoFactorSetupSchema = namedObject("TwoFactorSetup", {
  totp_uri: z.string(),
  recovery_codes: z.array(z.string()),
});
export const recoveryCodesSchema = namedObject("RecoveryCodes", { recovery_codes: z.array(z.string()) });

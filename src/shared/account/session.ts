import { z } from "zod";
import { momentSchema } from "#shared/lists.ts";
import { namedObject } from "#shared/named-object.ts";
import { emailSchema } from "#shared/text.ts";
import { maximumPasswordLength } from "./password-rules.ts";
import { signInRefusals } from "./sign-in-messages.ts";

const membershipStatuses = ["pending", "approved", "rejected"] as const;
export const membershipStatusSchema = z.enum(membershipStatuses).meta({ id: "MembershipStatus" });
export type MembershipStatus = z.infer<typeof membershipStatusSchema>;

const membershipEndSchema = z.enum(["suspended", "ended"]);
export type MembershipEnd = z.infer<typeof membershipEndSchema>;

const sessionUserSchema = z.object({
  id: z.uuid(),
  email: z.string(),
  email_verified: z.boolean(),
  identities: z.array(z.object({ provider: z.string(), created_at: momentSchema })),
  factors: z.array(
    z.object({
      factor_type: z.enum(["totp", "phone"]),
      status: z.enum(["verified", "unverified"]),
      friendly_name: z.string().nullable(),
    }),
  ),
  user_metadata: z.object({
    full_name: z.string().nullable(),
    name: z.string().nullable(),
    avatar_url: z.string().nullable(),
  }),
});

/** The browser may know this of a session; its secret stays in a cookie that no script can read. */
export const sessionSchema = namedObject("Session", {
  /** Unix seconds. */
  expires_at: z.number().int(),
  /** Seconds from now. */
  expires_in: z.number().int(),
  token_type: z.enum(["cookie", "bearer"]),
  user: sessionUserSchema,
  role: z.enum(["admin", "member"]).nullable(),
  /** Rejected too where an approved membership is suspended or has ended. */
  membership_status: membershipStatusSchema.nullable(),
  membership_end: membershipEndSchema.nullable(),
});

export type Session = z.infer<typeof sessionSchema>;
export type SessionUser = z.infer<typeof sessionUserSchema>;

export const sessionResponseSchema = namedObject("SessionResponse", { session: sessionSchema.nullable() });

const tooLong = `Please use at most ${maximumPasswordLength} characters.`;

/** A password that somebody already has: it cannot be longer than they may choose one. */
export const ownPasswordSchema = (missingMessage = "Please enter your password.") =>
  z.string().min(1, missingMessage).max(maximumPasswordLength, tooLong);

export const signInInputSchema = namedObject("SignInInput", {
  email: z.string().trim().min(1, "Please enter your email address.").pipe(emailSchema),
  password: ownPasswordSchema(),
});
export type SignInInput = z.infer<typeof signInInputSchema>;

export const signedInSchema = namedObject("SignedIn", { user: z.object({ id: z.uuid() }) });

/** Signed in, or asked for the second factor first. */
export const signInResponseSchema = z
  .union([
    signedInSchema,
    z.object({ twoFactorRedirect: z.literal(true), twoFactorMethods: z.array(z.literal("totp")) }),
  ])
  .meta({ id: "SignIn" });

export const oneTimeCodeInputSchema = z.object({
  email: z.string(signInRefusals.missingContact).trim().min(1, signInRefusals.missingContact).pipe(emailSchema),
});

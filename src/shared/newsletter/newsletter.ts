import { z } from "zod";
import { listOf, momentSchema, pageQuerySchema } from "#shared/lists.ts";
import { namedObject } from "#shared/named-object.ts";
import { emailSchema, lineSchema } from "#shared/text.ts";
import { newsletterStates } from "./newsletter-messages.ts";

export const newsletterSubscriptionInputSchema = namedObject("NewsletterSubscriptionInput", { email: emailSchema });

export const newsletterTokenSchema = namedObject("NewsletterToken", { token: z.string().min(1).max(200) });

export const newsletterSubscriptionSchema = namedObject("NewsletterSubscription", {
  id: z.uuid(),
  email: z.string(),
  /** The person read this text and agreed to it. */
  agreed_text: z.string(),
  requested_at: momentSchema,
  /** `null` means that it still waits. */
  confirmed_at: momentSchema.nullable(),
  created_at: momentSchema,
});
export type NewsletterSubscription = z.infer<typeof newsletterSubscriptionSchema>;
export const newsletterSubscriptionListSchema = listOf(newsletterSubscriptionSchema).meta({
  id: "NewsletterSubscriptionList",
});

export const newsletterFilterSchema = z.object({
  q: lineSchema.trim().optional(),
  state: z.enum(newsletterStates).optional(),
});
export type NewsletterFilter = z.infer<typeof newsletterFilterSchema>;
export const newsletterQuerySchema = pageQuerySchema.extend(newsletterFilterSchema.shape);
export type NewsletterQuery = z.infer<typeof newsletterQuerySchema>;

export const newsletterCountsSchema = namedObject("NewsletterCounts", { waiting: z.int(), confirmed: z.int() });
export type NewsletterCounts = z.infer<typeof newsletterCountsSchema>;

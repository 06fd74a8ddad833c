import { z } from "zod";
import { momentSchema } from "#shared/lists.ts";
import { namedObject } from "#shared/named-object.ts";
import { feedEnvironments, bankFeedMessages as messages } from "./bank-feeds-messages.ts";

export const bankFeedInputSchema = namedObject("BankFeedInput", {
  deal_id: z.uuid(),
  environment: z.enum(feedEnvironments),
  /** Of the account's holder, at the bank. It is never shown again. */
  token: z
    .string()
    .trim()
    .min(1, messages.tokenNeeded)
    .max(4000, messages.tokenTooLong)
    .refine((text) => /^[\x21-\x7e]+$/.test(text), messages.tokenRefused),
});
export type BankFeedInput = z.input<typeof bankFeedInputSchema>;

export const bankFeedSchema = namedObject("BankFeed", {
  id: z.uuid(),
  environment: z.enum(feedEnvironments),
  entered_at: momentSchema,
  entered_by_name: z.string().nullable(),
  confirmed_at: momentSchema.nullable(),
  confirmed_by_name: z.string().nullable(),
  confirmers: z.array(z.string()),
  /** The last reading that agreed, and the balance that the bank showed then. */
  read_at: momentSchema.nullable(),
  balance_pence: z.int().nullable(),
  /** On their way then, and not counted. */
  pending_pence: z.int(),
  /** Why it is stopped, or could not be read, in words; null where it is read. */
  said: z.string().nullable(),
  /** When it is read again, where it could not be. */
  retry_at: momentSchema.nullable(),
  can: z.object({ confirm: z.boolean(), stop: z.boolean(), sync: z.boolean() }),
});
export type BankFeed = z.infer<typeof bankFeedSchema>;

export const bankFeedsSchema = namedObject("BankFeeds", {
  /** That is read. */
  active: bankFeedSchema.nullable(),
  /** That waits for a second person. */
  waiting: bankFeedSchema.nullable(),
  /** The last one, where no other was entered since. */
  stopped: bankFeedSchema.nullable(),
});
export type BankFeeds = z.infer<typeof bankFeedsSchema>;

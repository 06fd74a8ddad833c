import { z } from "zod";
import { daySchema } from "#shared/day-schema.ts";
import { dealStates } from "#shared/deals/deal-messages.ts";
import { momentSchema } from "#shared/lists.ts";
import { namedObject } from "#shared/named-object.ts";
import { lineUpTo, textSchema } from "#shared/text.ts";
import { companyContactSchema } from "./company-account.ts";
import {
  completionItemStates,
  completionItems,
  completionMessages as messages,
  paperKinds,
  uploadedPaperKinds,
} from "./funds-completion-messages.ts";
import { awaitedPaperSchema } from "./funds-relief.ts";

const line = (length: number) => lineUpTo(length).trim().min(1, messages.required);
const reason = textSchema.trim().min(1, messages.reason).max(5000, messages.atMost(5000));
/** A London day: "2027-02-02". */
const day = daySchema(messages.day);
const personName = z.string().nullable();

export const companyAccountSchema = namedObject("CompanyAccount", {
  id: z.uuid(),
  account_name: z.string(),
  sort_code: z.string(),
  account_number: z.string(),
  bank: z.string(),
  entered_at: momentSchema,
  entered_by_name: personName,
  confirmed_at: momentSchema.nullable(),
  confirmed_by_name: personName,
  call_back_note: z.string().nullable(),
  /** The company's own contact entered it, who was asked at this address then; null where an admin did. */
  asked_email: z.string().nullable(),
  asked_at: momentSchema.nullable(),
});

/** What the company's articles allow; or that the club asks nothing, and why. */
export const successFeeInputSchema = z
  .discriminatedUnion(
    "decision",
    [
      z.object({
        decision: z.literal("allowed"),
        /** The article is such as "14". */
        article: line(120),
        /** Basis points: 800 is 8%. */
        allowed_bp: z.int(messages.allowed).min(1, messages.allowed).max(1000, messages.allowed),
      }),
      z.object({ decision: z.literal("waived"), reason }),
    ],
    messages.article,
  )
  .meta({ id: "SuccessFeeInput" });

export const paperUploadQuerySchema = z.object({
  kind: z.enum(uploadedPaperKinds),
  file_name: line(200),
  /** The document has this date; today without one. */
  dated_on: day.optional(),
});
export const paperSchema = namedObject("Paper", {
  id: z.uuid(),
  kind: z.enum(paperKinds),
  file_name: z.string(),
  created_at: momentSchema,
  dated_on: z.string(),
  bytes: z.int(),
  sha256: z.string(),
  author_name: personName,
  /** The number of the member in the deal whose paper it is, and their name; null for one of the deal. */
  member: z.int().nullable(),
  full_name: personName,
});
/** Oldest first. */
export const paperListSchema = namedObject("PaperList", { items: z.array(paperSchema) });

/** One's own: what is held, signed and delivered, whether or not offers may be shown now. Newest first. */
export const ownPaperSchema = paperSchema
  .pick({ id: true, kind: true, dated_on: true, bytes: true, sha256: true })
  .extend({
    deal_id: z.uuid(),
    commitment_id: z.uuid(),
    company_name: z.string(),
    deal_name: z.string(),
    /** Of the shares that it is about; null without relief, and for one of the deal. */
    scheme: z.enum(["SEIS", "EIS"]).nullable(),
    created_at: momentSchema,
  })
  .meta({ id: "OwnPaper" });
export const ownPaperListSchema = namedObject("OwnPaperList", {
  items: z.array(ownPaperSchema),
  awaited: z.array(awaitedPaperSchema),
});

export const completionQuerySchema = z.object({
  /** The day on which the company issued the shares; without it the items that it decides are "later". */
  issued_on: day.optional(),
});
export const completionInputSchema = namedObject("CompletionInput", { issued_on: day });

const completionItemSchema = z.object({
  key: z.enum(completionItems),
  label: z.string(),
  state: z.enum(completionItemStates),
  /** What is so, or what is missing, in words. */
  said: z.string(),
});
export type CompletionCheck = z.infer<typeof completionItemSchema>;

/** What a deal still lacks before its members hold shares; and once they do, what came of it. All money in pence. */
export const completionSchema = namedObject("Completion", {
  deal_id: z.uuid(),
  deal_state: z.enum(dealStates),
  items: z.array(completionItemSchema),
  members: z.int(),
  shares: z.int(),
  cost_pence: z.int(),
  /** The version that members were shown has this fee; `null` before a page is frozen. */
  success_fee_bp: z.int().nullable(),
  /** What would be invoiced to the company, or was; 0 where it is waived. Null before that is decided. */
  success_fee_pence: z.int().nullable(),
  success_fee: z
    .object({
      article: z.string().nullable(),
      allowed_bp: z.int().nullable(),
      waived_because: z.string().nullable(),
    })
    .nullable(),
  /** The account that counts, and the one that waits to be signed in a list. */
  company_account: z.object({
    current: companyAccountSchema.nullable(),
    entered: companyAccountSchema.nullable(),
    /** Who was asked for it last, or would be. */
    contact: companyContactSchema.nullable(),
    /** It is `null` where no link of a mail is open. */
    asked_at: momentSchema.nullable(),
    expires_at: momentSchema.nullable(),
  }),
  papers: z.array(paperSchema),
  /** The day of issue, as it could be read on the company's schedule. */
  schedule_says: z.string().nullable(),
  proposal: z
    .object({
      id: z.uuid(),
      issued_on: z.string(),
      proposed_at: momentSchema,
      proposed_by_name: personName,
      confirmed_at: momentSchema.nullable(),
      confirmed_by_name: personName,
      /** The hash covers the ledger as it was then. */
      ledger_sha256: z.string().nullable(),
    })
    .nullable(),
  can: z.object({ prepare: z.boolean(), propose: z.boolean() }),
});
export type Completion = z.infer<typeof completionSchema>;

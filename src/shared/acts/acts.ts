import { z } from "zod";
import { passkeyAssertionSchema } from "#shared/account/passkeys.ts";
import { listOf, momentSchema } from "#shared/lists.ts";
import { namedObject } from "#shared/named-object.ts";
import { tooMuchWords } from "#shared/pence.ts";
import { secondPersonReasons } from "#shared/people/second-person.ts";
import { textSchema } from "#shared/text.ts";
import { numberKinds } from "#shared/typed-numbers.ts";
import {
  accountParts,
  actKinds,
  actMessages,
  actParts,
  actStates,
  partRefusals,
  signingMethods,
} from "./act-messages.ts";

const accountTextSchema = z.object({
  id: z.uuid(),
  account_name: z.string(),
  /** Left out for members who take part. */
  sort_code: z.string().optional(),
  account_number: z.string().optional(),
  bank: z.string(),
  partner: z.string().optional(),
  entered_by: z.string(),
  /** It is true where it is not the account of the last deal with this partner, or of this company. */
  is_new: z.boolean(),
});
export type AccountText = z.infer<typeof accountTextSchema>;

/** Who may sign the lists of a deal, as members read it. */
export const panelMemberSchema = namedObject("PanelMember", {
  name: z.string(),
  capacity: z.enum(["admin", "second"]),
  arranges: z.boolean(),
  /** The most they said they take part with; null where nothing was said. */
  invests_pence: z.int().nullable(),
});
export type PanelMember = z.infer<typeof panelMemberSchema>;

const lineSchema = z.object({
  number: z.int(),
  asked: z.int(),
  base: z.int(),
  rest: z.int(),
  shares: z.int(),
  cost_pence: z.int(),
  fee_pence: z.int(),
  reason: z.string().nullable(),
});

/** The text that is signed has the parts that its kind needs. */
export const actContentSchema = z.object({
  kind: z.enum(actKinds),
  company: z.string(),
  deal: z.string(),
  version: z.int().nullable(),
  page_sha256: z.string().nullable(),
  parts: z.array(z.enum(actParts)),
  panel: z.array(panelMemberSchema),
  collection_account: accountTextSchema.nullable(),
  terms: z
    .object({
      price: z.string(),
      pre_money_pence: z.int(),
      round_total_pence: z.int(),
      club_minimum_pence: z.int(),
      club_maximum_pence: z.int(),
      minimum_commitment_pence: z.int(),
      scheme: z.string(),
      share_class: z.string(),
      allocation_method: z.string(),
      opens_at: momentSchema,
      closes_at: momentSchema,
      completion_expected_on: z.iso.date(),
    })
    .optional(),
  shares: z
    .object({
      method: z.string().nullable(),
      input_sha256: z.string().nullable(),
      capacity_shares: z.int().nullable(),
      price: z.string(),
      /** The hash covers a line for each member: M01,asked,base,rest,shares,cost,fee. */
      result_sha256: z.string().nullable(),
      /** Those who sign and get one share more than these members, who asked for the same and placed it later. */
      odd: z.array(z.object({ name: z.string(), than: z.array(z.int()) })).nullish(),
      lines: z.array(lineSchema),
    })
    .optional(),
  company_account: accountTextSchema.nullish(),
  wire: z.object({ pence: z.int() }).optional(),
  /** The account is that of the settings; missing where they have none. */
  fees: z
    .object({
      pence: z.int(),
      account: accountTextSchema
        .pick({ account_name: true, sort_code: true, account_number: true, bank: true })
        .optional(),
    })
    .optional(),
  completion: z
    .object({
      expected_on: z.iso.date().nullable(),
      success_fee_bp: z.int().nullable(),
      article: z.string().nullable(),
      allowed_bp: z.int().nullable(),
      waived_because: z.string().nullable(),
    })
    .optional(),
});
export type ActContent = z.infer<typeof actContentSchema>;

/** Whom a signer called back for an account, when, and where the number is from. */
const callBacksSchema = namedObject("CallBacks", {
  collection_account: textSchema.trim().optional(),
  company_account: textSchema.trim().optional(),
});

const signatureSchema = z.object({
  name: z.string(),
  capacity: z.enum(["admin", "second"]),
  takes_part_pence: z.int(),
  signed_at: momentSchema,
  method: z.enum(signingMethods),
  ticks: z.array(z.string()),
  call_backs: callBacksSchema,
});

const objectionSchema = z.object({
  id: z.uuid(),
  /** The number is the member's in the deal. */
  number: z.int(),
  reason: z.string(),
  objected_at: momentSchema,
  withdrawn_at: momentSchema.nullable(),
  answered_at: momentSchema.nullable(),
  answered_by_name: z.string().nullable(),
  answer: z.string().nullable(),
  can: z.object({ withdraw: z.boolean(), answer: z.boolean() }),
});

/** A list that two people sign. */
export const actSchema = namedObject("Act", {
  id: z.uuid(),
  deal_id: z.uuid(),
  company_name: z.string(),
  deal_name: z.string(),
  kind: z.enum(actKinds),
  number: z.int(),
  content: actContentSchema,
  /** The hash covers the text as it is signed. */
  content_sha256: z.string(),
  prepared_by_name: z.string(),
  prepared_at: momentSchema,
  state: z.enum(actStates),
  signed_at: momentSchema.nullable(),
  expires_at: momentSchema.nullable(),
  ended_at: momentSchema.nullable(),
  ended_because: z.string().nullable(),
  /** It is true where the text is not right any more. */
  is_stale: z.boolean(),
  /** Somebody objects. */
  is_stopped: z.boolean(),
  /** These members of the panel may answer an objection. The list is withdrawn where there is nobody. */
  answerers: z.array(z.string()),
  parts: z.array(
    z.object({
      part: z.enum(actParts),
      is_discretionary: z.boolean(),
      not_before: momentSchema.nullable(),
      executed_at: momentSchema.nullable(),
      /** Why it waits; for admins. */
      refusal: z.enum(partRefusals).nullable(),
    }),
  ),
  signatures: z.array(signatureSchema),
  objections: z.array(objectionSchema),
  /** The reason why the reader cannot sign is here; `null` where they can. */
  refusal: z.enum([...secondPersonReasons, "act_closed", "not_yet"]).nullable(),
  /** The accounts that its reader calls back to sign it. */
  call_backs_needed: z.array(z.enum(accountParts)),
  /** The number is that of the reader's line among the shares; `null` without one. */
  own_number: z.int().nullable(),
  /** The text says why nobody else could sign it second now; `null` where somebody can. */
  no_second: z.string().nullable(),
  can: z.object({ sign: z.boolean(), withdraw: z.boolean(), object: z.boolean() }),
});
export type Act = z.infer<typeof actSchema>;
export const actListSchema = listOf(actSchema).meta({ id: "ActList" });

export const actInputSchema = namedObject("ActInput", { kind: z.enum(actKinds) });

export const actChallengeSchema = namedObject("ActChallenge", {
  /** The hash of the text, and a number that is used once. */
  challenge: z.string(),
  rp_id: z.string(),
  allowed: z.array(z.string()),
});

export const actSignatureInputSchema = namedObject("ActSignatureInput", {
  /** The signer has read the text with this hash. */
  content_sha256: z.string().length(64),
  /** The items of the checklist of an offer, the parts of a closing list. */
  ticks: z.array(z.string().max(100)).max(20),
  call_backs: callBacksSchema.optional(),
  passkey: passkeyAssertionSchema.nullish(),
  password: z.string().max(500).nullish(),
  code: z.string().max(20).nullish(),
});

export const actReasonSchema = namedObject("ActReason", { reason: textSchema.trim().min(1, actMessages.reason) });
export const actAnswerSchema = namedObject("ActAnswer", { answer: textSchema.trim().min(1, actMessages.answer) });

const balance = numberKinds.pounds.problem;
export const balanceInputSchema = namedObject("BalanceInput", {
  /** In pence, as the bank shows it. */
  balance_pence: z.int(balance).min(-1e13, balance).max(1e13, tooMuchWords(1e13)),
});
export const balanceSchema = namedObject("Balance", {
  balance_pence: z.int(),
  seen_at: momentSchema,
  /** Right, and of somebody who brought lines, as everybody on the panel did: a second one types it too. */
  is_half: z.boolean(),
});
export type Balance = z.infer<typeof balanceSchema>;

/** What comes next in a deal, in a sentence, with what its reader can do about it. */
export const nextSchema = namedObject("NextAct", {
  text: z.string(),
  /** It is `null` where there is nothing to do. */
  act: z
    .enum([
      "prepare",
      "freeze",
      "sign_offer",
      "sign_closing",
      "bank_file",
      "lines",
      "balance",
      "refund",
      "approve",
      "commit",
      "unknown",
      "late",
      "freed",
      "questions",
      "papers",
      "day",
      "certificates",
      "enter_account",
      "company_account",
      "success_fee",
      "invoice",
      "exit",
    ])
    .nullable(),
  by: momentSchema.nullable(),
  /** It is `null` where nothing comes, or the reader sees to it elsewhere. */
  waits_for: z.enum(["reader", "others", "time"]).nullable(),
  /** The step is about the money of this exit, where it is about one. */
  exit_id: z.uuid().nullable(),
  /** That members pay fees, and no account that they go to is in the settings or proposed for them. */
  lacks_fee_account: z.boolean(),
});
export type NextAct = z.infer<typeof nextSchema>;

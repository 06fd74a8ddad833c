import { z } from "zod";
import { daySchema } from "#shared/day-schema.ts";
import { dealSchemes } from "#shared/deals/deal-messages.ts";
import { momentSchema } from "#shared/lists.ts";
import { namedObject } from "#shared/named-object.ts";
import { lineUpTo } from "#shared/text.ts";
import {
  leftOutReasons,
  reliefMessages as messages,
  recordedReliefSteps,
  reliefDifferences,
  reliefStates,
} from "./funds-relief-messages.ts";

/** A London day: "2027-08-05". */
const day = daySchema(messages.day);
const dayGiven = z.string();

export const reliefStepInputSchema = z
  .discriminatedUnion("step", [
    z.object({ step: z.literal("filed"), happened_on: day }),
    /** The unique investment reference, as on HMRC's letter. */
    z.object({ step: z.literal("authorised"), happened_on: day, uir: lineUpTo(60).trim().min(1, messages.uir) }),
    z.object({ step: z.literal("certified"), happened_on: day }),
  ])
  .meta({ id: "ReliefStepInput" });

export const reliefUploadQuerySchema = z.object({ file_name: lineUpTo(200).trim().min(1) });

/** Fields that could not be read on the certificate are given by hand. */
export const reliefMatchSchema = namedObject("ReliefMatch", {
  commitment_id: z.uuid(),
  amount_pence: z.int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
  issued_on: day.optional(),
});
export const reliefMatchAllSchema = namedObject("ReliefMatchAll", { ids: z.array(z.uuid()).min(1).max(500) });

/** The fields are as read on the certificate; `null` where they could not be read. Money is in pence. */
const foundSchema = z.object({
  name: z.string().nullable(),
  shares: z.int().nullable(),
  amount_pence: z.int().nullable(),
  issued_on: dayGiven.nullable(),
  uir: z.string().nullable(),
  /** Of the company that issued the shares: each name and number that the certificate gives. */
  companies: z.array(z.string()),
  company_numbers: z.array(z.string()),
  scheme: z.enum(["SEIS", "EIS"]).nullable(),
});
export type FoundOnCertificate = z.infer<typeof foundSchema>;

const differenceSchema = z.object({
  path: z.enum(reliefDifferences),
  /** Otherwise a warning: the certificate can be matched all the same. */
  is_blocking: z.boolean(),
  said: z.string(),
});

export const reliefCertificateSchema = namedObject("ReliefCertificate", {
  id: z.uuid(),
  file_name: z.string(),
  created_at: momentSchema,
  found: foundSchema,
  /** What says that it is of another company or scheme than the deal. It is then only given to somebody by hand. */
  of_another: z.array(z.string()),
  /** Whom it seems to be for, and what differs from what the register has of them. Null where nobody fits. */
  suggested: z
    .object({
      commitment_id: z.uuid(),
      member: z.int(),
      full_name: z.string().nullable(),
      differences: z.array(differenceSchema),
    })
    .nullable(),
  /** Why nobody fits; empty where somebody does. */
  nobody: z.array(z.string()),
});

export const reliefMemberSchema = namedObject("ReliefMember", {
  commitment_id: z.uuid(),
  /** Their number in the deal. */
  member: z.int(),
  full_name: z.string().nullable(),
  shares: z.int(),
  /** The cost does not include the fee. */
  cost_pence: z.int(),
  issued_on: dayGiven,
  state: z.enum(reliefStates),
  paper_id: z.uuid().nullable(),
});

/** The way of a round's shares to their tax relief, for admins. Days are London days. */
export const reliefSchema = namedObject("Relief", {
  deal_id: z.uuid(),
  scheme: z.enum(dealSchemes),
  /** The steps are in their order; `on` is `null` while a step is still to come. */
  steps: z.array(
    z.object({
      key: z.enum(["assurance", "issued", ...recordedReliefSteps, "delivered"]),
      /** "SEIS1 filed" and so on. */
      label: z.string(),
      on: dayGiven.nullable(),
      said: z.string().nullable(),
    }),
  ),
  uir: z.string().nullable(),
  /** The days count since the last step that was done; `null` once everything is delivered. */
  waiting_days: z.int().nullable(),
  /** When the founder was last asked, and is asked again. */
  chased_on: dayGiven.nullable(),
  chased_next_on: dayGiven.nullable(),
  due: z.int(),
  delivered: z.int(),
  /** The members' shares that are delivered, in pence. */
  delivered_pence: z.int(),
  /** Oldest first: not matched yet. */
  certificates: z.array(reliefCertificateSchema),
  /** The members are in the order of their numbers. */
  members: z.array(reliefMemberSchema),
  can: z.object({ record: z.array(z.enum(recordedReliefSteps)), upload: z.boolean() }),
});
export type Relief = z.infer<typeof reliefSchema>;

export const awaitedPaperSchema = namedObject("AwaitedPaper", {
  commitment_id: z.uuid(),
  deal_id: z.uuid(),
  scheme: z.enum(["SEIS", "EIS"]),
  /** The month from which it can be there, six months after the shares were issued: "2027-08". */
  expected_from: z.string(),
  /** The newest certificate that the club took back, and why. */
  withdrawn: z.object({ withdrawn_at: momentSchema, reason: z.string() }).nullable(),
});

export const reliefUploadedSchema = reliefSchema
  .extend({ left_out: z.array(z.object({ file_name: z.string(), reason: z.enum(leftOutReasons), said: z.string() })) })
  .meta({ id: "ReliefUploaded" });
export type ReliefUploaded = z.infer<typeof reliefUploadedSchema>;

import { z } from "zod";
import { daySchema } from "#shared/day-schema.ts";
import { priceSchema } from "#shared/deals/deals.ts";
import { listOf, momentSchema } from "#shared/lists.ts";
import { namedObject } from "#shared/named-object.ts";
import { tooMuchWords } from "#shared/pence.ts";
import { announcedFields } from "#shared/people/signatories.ts";
import { emptyToNull, lineUpTo, textSchema } from "#shared/text.ts";
import { exitKinds, exitStates, exitMessages as messages } from "./funds-exits-messages.ts";

const reason = textSchema.trim().min(1, messages.reason).max(5000, messages.atMost(5000));
const personName = z.string().nullable();
const pence = z
  .int(messages.wholePence)
  .min(0, messages.wholePence)
  .max(1_000_000_000_000, tooMuchWords(1_000_000_000_000));

const shareCount = z
  .int(messages.wholeShares)
  .min(1, messages.atLeastOneShare)
  .max(1_000_000_000_000, messages.wholeShares);

export const exitInputSchema = z
  .object({
    kind: z.enum(exitKinds),
    /** A holdback names the exit that it was held back at. */
    earlier_id: z.uuid(messages.earlier).nullish().default(null),
    /** A London day: "2031-06-30". */
    happened_on: daySchema(messages.day),
    /** Pounds for a share, before costs. */
    price: priceSchema,
    /** The count is of all members together; `null` means every share that they hold. */
    shares: shareCount.nullish().default(null),
    costs_pence: pence,
    costs_payee: lineUpTo(200).nullish().transform(emptyToNull),
    /** Read by anyone who has a part in it. */
    note: textSchema.max(5000, messages.atMost(5000)).nullish().transform(emptyToNull),
  })
  .superRefine(({ kind, earlier_id, shares, costs_pence, costs_payee, note }, context) => {
    const refuse = (path: string, message: string) => context.addIssue({ code: "custom", path: [path], message });
    if (kind === "holdback" && earlier_id === null) refuse("earlier_id", messages.earlier);
    if (kind !== "holdback" && earlier_id !== null) refuse("earlier_id", messages.onlyHoldback);
    if ((kind === "dividend" || kind === "holdback") && shares !== null) refuse("shares", messages.allShares);
    if (kind === "liquidation" && note === null) refuse("note", messages.evidence);
    if (costs_pence > 0 && costs_payee === null) refuse("costs_payee", messages.payee);
    if (costs_pence === 0 && costs_payee !== null) refuse("costs_payee", messages.noCosts);
  })
  .meta({ id: "ExitInput" });
export const exitTermsSchema = namedObject("ExitTerms", {
  kind: z.enum(exitKinds),
  earlier_id: z.uuid(messages.earlier).nullish().default(null),
  happened_on: daySchema(messages.day),
  price: priceSchema,
  shares: shareCount.nullish().default(null),
  costs_pence: pence,
});
export const exitReasonSchema = namedObject("ExitReason", { reason });

const money = { shares: z.int(), gross_pence: z.int(), costs_pence: z.int(), paid_pence: z.int() };
/** The bank's day. */
const bankDay = z.string().nullable();

/** One exit of a company, with the sums over all members. */
export const exitSchema = namedObject("Exit", {
  id: z.uuid(),
  company_id: z.uuid(),
  company_name: z.string(),
  kind: z.enum(exitKinds),
  earlier_id: z.uuid().nullable(),
  happened_on: z.string(),
  price: z.string(),
  /** Every share that members held. */
  is_of_all: z.boolean(),
  members: z.int(),
  ...money,
  costs_payee: z.string().nullable(),
  note: z.string().nullable(),
  state: z.enum(exitStates),
  proposed_at: momentSchema,
  proposed_by_name: personName,
  confirmed_at: momentSchema.nullable(),
  /** A day later than it was confirmed, where it was announced. */
  in_effect_at: momentSchema.nullable(),
  confirmed_by_name: personName,
  withdrawn_at: momentSchema.nullable(),
  withdrawn_by_name: personName,
  withdrawn_because: z.string().nullable(),
  ...announcedFields,
  can: z.object({
    confirm: z.boolean(),
    withdraw: z.boolean(),
    propose_payments: z.boolean(),
    approve_payments: z.boolean(),
  }),
});
export type Exit = z.infer<typeof exitSchema>;
/** Newest first. */
export const exitListSchema = listOf(exitSchema).meta({ id: "ExitList" });

const lotSchema = z.object({
  id: z.uuid(),
  /** With its name, commitment and certificate null for imported shares. */
  deal_id: z.uuid().nullable(),
  deal_name: z.string().nullable(),
  commitment_id: z.uuid().nullable(),
  certificate_number: z.string().nullable(),
  /** It is `null` where its import was taken back after the exit was withdrawn. */
  issued_on: z.string().nullable(),
  ...money,
  /** When all of its deal's money was there; null before, and for imported shares. */
  arrived_on: bankDay,
  /** The bank paid it out on this day; `null` before. */
  paid_on: bankDay,
});

const paymentSum = z.object({ payments: z.int(), pence: z.int() });

/** With what each member gets, of each of their lots. */
export const exitDetailsSchema = exitSchema
  .extend({
    /** What the reader would propose, or approve, at once now. */
    to_propose: paymentSum,
    to_approve: paymentSum,
    /** A deal's shares are paid to its own account, and its members are paid from there. */
    deals: z.array(
      z.object({
        deal_id: z.uuid(),
        deal_name: z.string(),
        ...money,
        /** Booked so far; the day is null until all of it is. */
        arrived_pence: z.int(),
        arrived_on: bankDay,
        costs_paid_on: bankDay,
        distributed_pence: z.int(),
      }),
    ),
    /** What it brings for imported shares, which is paid beside the club's accounts; null without such shares. */
    outside: z
      .object({
        members: z.int(),
        ...money,
        /** The day is the one that two admins gave; `null` before. */
        paid_on: z.string().nullable(),
        source: z.string().nullable(),
        waiting: z
          .object({
            paid_on: z.string(),
            source: z.string(),
            recorded_at: momentSchema,
            recorded_by_name: personName,
            ...announcedFields,
          })
          .nullable(),
        can: z.object({ record: z.boolean(), confirm: z.boolean(), refuse: z.boolean() }),
      })
      .nullable(),
    /** The members are in the order of their names. */
    members_paid: z.array(
      z.object({
        /** It is `null` once the account is gone. */
        user_id: z.uuid().nullable(),
        full_name: personName,
        ...money,
        lots: z.array(lotSchema),
      }),
    ),
  })
  .meta({ id: "ExitDetails" });
export type ExitDetails = z.infer<typeof exitDetailsSchema>;

/** When members were paid for imported shares, and what shows it. */
export const outsidePaymentSchema = namedObject("OutsidePayment", {
  paid_on: daySchema(messages.day),
  source: lineUpTo(500).trim().min(1, messages.source),
});

/** As it would be proposed: what is paid for all shares, rounded half up once, and split to the penny. */
export const exitPreviewSchema = namedObject("ExitPreview", { members: z.int(), ...money });
export type ExitPreview = z.infer<typeof exitPreviewSchema>;

/** The payments were proposed or approved at once. */
export const exitPaymentsSchema = namedObject("ExitPayments", {
  payments: z.int(),
  pence: z.int(),
  /** Waiting for somebody else. */
  left_out: z.int(),
});

/** One's own part of an exit. */
export const ownExitSchema = exitSchema
  .pick({ id: true, company_id: true, company_name: true, kind: true, happened_on: true, price: true, note: true })
  .extend({
    confirmed_at: momentSchema,
    in_effect_at: momentSchema,
    ...money,
    /** The last of it was paid out on this day; `null` before. */
    paid_on: bankDay,
    /** The bank sent back what was paid of a lot then; null before, and once it is paid again. */
    lots: z.array(lotSchema.extend({ returned_on: bankDay })),
  })
  .meta({ id: "OwnExit" });
export type OwnExit = z.infer<typeof ownExitSchema>;
/** Newest first. */
export const ownExitListSchema = namedObject("OwnExitList", { items: z.array(ownExitSchema) });

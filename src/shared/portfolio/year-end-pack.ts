import { z } from "zod";
import { namedObject } from "#shared/named-object.ts";
import { certificateStates, reliefKinds } from "./portfolio-messages.ts";

/** Days are London days, "2027-02-02"; money is whole pence; a tax year is the calendar year in which it begins. */
const pence = z.int();
const scheme = z.enum(["SEIS", "EIS"]);
const ofLot = { lot_id: z.uuid(), company_id: z.uuid(), name: z.string(), deal_name: z.string() };
/** An adviser who is not shown the reliefs that both depend on reads `null`. */
const lossSchema = z.object({
  relief_kept_pence: pence.nullable(),
  allowable_pence: pence.nullable(),
  claim_until: z.string(),
});

const earliest = 2000;
const latest = 2200;

/** 2026 is 6 April 2026 to 5 April 2027; the one that is running without it, and no later one. */
export const yearEndInputSchema = z.object({ tax_year: z.int().min(earliest).max(latest).optional() });

/** The same in an address, where it is text. */
export const yearEndQuerySchema = z.object({
  tax_year: z.coerce.number().int().min(earliest).max(latest).optional(),
});

/** Facts about one's own shares in a tax year; no advice. */
export const yearEndSchema = namedObject("YearEnd", {
  tax_year: z.int(),
  from: z.string(),
  until: z.string(),
  as_of: z.string(),
  is_over: z.boolean(),
  /** From the first that has something in it to the one that is running, newest first. */
  years: z.array(z.int()),
  paid: z.array(
    z.object({
      ...ofLot,
      day: z.string(),
      pence,
      /** The amount includes what was too much; absent where it is the same. */
      arrived_pence: pence.optional(),
    }),
  ),
  /** Arrived in the year for shares that are not issued yet: in no total, and moved to `paid` once they are. */
  unissued: z.array(
    z.object({
      commitment_id: z.uuid(),
      company_id: z.uuid(),
      name: z.string(),
      deal_name: z.string(),
      day: z.string(),
      pence,
      arrived_pence: pence.optional(),
    }),
  ),
  bought: z.array(
    z.object({
      ...ofLot,
      issued_on: z.string(),
      shares: z.int(),
      share_class: z.string(),
      cost_pence: pence,
      fee_pence: pence,
      scheme: scheme.nullable(),
      /** Of the certificate for the tax return; null while it is awaited, or where none is due. */
      certificate_on: z.string().nullable(),
      certificate: z.enum(certificateStates),
      claim_until: z.string().nullable(),
    }),
  ),
  /** That came in the year, of whichever year the shares are. */
  certificates: z.array(
    z.object({
      ...ofLot,
      scheme,
      certificate_on: z.string(),
      issued_on: z.string(),
      /** `null` means that no relief is kept. */
      claim_until: z.string().nullable(),
    }),
  ),
  proceeds: z.array(
    z.object({
      ...ofLot,
      happened_on: z.string(),
      /** 0 for a dividend, and for what was kept back at a sale. */
      shares: z.int(),
      is_holdback: z.boolean(),
      /** Shares under a scheme that were sold before three years were up: relief on them is reduced. */
      is_early: z.boolean(),
      cost_pence: pence,
      gross_pence: pence,
      costs_pence: pence,
      paid_on: z.string().nullable(),
      /** Of the relief that was recorded, what an early sale took; null where that is not shown. */
      relief_withdrawn_pence: pence.nullable(),
      loss: lossSchema.nullable(),
      /**
       * The shares brought this much more than they cost; below 0 is a loss. `null` where no shares were sold, and where the loss
       * is not known.
       */
      gain_pence: pence.nullable(),
    }),
  ),
  received: z.array(z.object({ ...ofLot, day: z.string(), pence })),
  lost: z.array(z.object({ ...ofLot, lost_on: z.string(), shares: z.int(), cost_pence: pence, loss: lossSchema })),
  reliefs: z.array(
    z.object({
      ...ofLot,
      kind: z.enum(reliefKinds),
      day: z.string(),
      pence,
      /** The tax year before that of the shares; null where it is not carried back. */
      carried_back_to: z.int().nullable(),
    }),
  ),
  /** For an adviser who is not shown recorded reliefs: `reliefs` is empty, and `limits` leave out what was carried back. */
  are_reliefs_hidden: z.boolean(),
  totals: z.object({
    paid_pence: pence,
    cost_pence: pence,
    fees_pence: pence,
    received_pence: pence,
    gains_pence: pence,
    /** `null` means that one of the losses is not known. */
    allowable_loss_pence: pence.nullable(),
    relief_pence: pence,
  }),
  /** Of the holdings here alone, by the year in which the shares were issued, or to which their relief is carried back. */
  limits: z.array(z.object({ scheme, used_pence: pence, used_before_pence: pence, limit_pence: pence })),
});
export type YearEndPack = z.infer<typeof yearEndSchema>;

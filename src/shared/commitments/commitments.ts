import { z } from "zod";
import { closingOf } from "#shared/deals/closing.ts";
import { allocationMethods, dealSchemes, dealStates, demandBands } from "#shared/deals/deal-messages.ts";
import { givenMomentSchema, listOf, momentSchema, pageQuerySchema } from "#shared/lists.ts";
import { namedObject } from "#shared/named-object.ts";
import { aboveZeroWords, tooMuchWords } from "#shared/pence.ts";
import { tiers } from "#shared/people/people-messages.ts";
import { emptyToNull, lineUpTo, textSchema } from "#shared/text.ts";
import {
  allocationStates,
  commitmentBands,
  commitmentObstacles,
  commitmentStates,
  commitmentTicks,
  commitmentMessages as messages,
  nextSteps,
  reconsentChoices,
} from "./commitment-messages.ts";

const amount = z.int(messages.wholePence).min(1, aboveZeroWords).max(1_000_000_000_00, tooMuchWords(1_000_000_000_00));
const shareCount = z.int(messages.leastWhole).min(1, messages.leastOne).max(1_000_000_000_000, messages.leastWhole);
const reason = textSchema.trim().min(1, messages.reason).max(5000, "Please use at most 5000 characters");
/** The `updated_at` that was read serves optimistic locking. */
const version = givenMomentSchema;

/** Whole shares and what they cost, in pence. */
const costsSchema = z.object({
  shares: z.int(),
  cost_pence: z.int(),
  fee_pence: z.int(),
  due_pence: z.int(),
});
export type Costs = z.infer<typeof costsSchema>;

export const previewInputSchema = namedObject("PreviewInput", { amount_pence: amount });
export const previewSchema = costsSchema
  .extend({
    band: z.enum(commitmentBands),
    tier: z.enum(tiers),
    fee_bp: z.int(),
    /** The costs are for one share more and one fewer; `null` beyond the club's maximum and below the minimum. */
    next_up: costsSchema.nullable(),
    next_down: costsSchema.nullable(),
    minimum_shares: z.int(),
    /** How much is committed of the club's maximum, the reader's own left out; null before they have said what they think. */
    demand: z.enum(demandBands).nullable(),
  })
  .meta({ id: "Preview" });
export type CommitmentPreview = z.infer<typeof previewSchema>;

export const commitmentInputSchema = namedObject("CommitmentInput", {
  amount_pence: amount,
  /** The fewest shares that are accepted; left out, the minimum. */
  least_shares: shareCount.nullish().transform((shares) => shares ?? null),
  /** It is `null` where the deal has no scheme. */
  wants_relief: z.boolean(messages.relief).nullable(),
  ticks: z.object(
    Object.fromEntries(commitmentTicks.map((tick) => [tick, z.literal(true, messages.tick)])) as Record<
      (typeof commitmentTicks)[number],
      z.ZodLiteral<true>
    >,
  ),
  signature: lineUpTo(200).trim().min(1, messages.required),
  /** The terms that were read. */
  terms_id: z.uuid(),
  /** The most to pay that was read; another sum, as after a change of plan, is refused. */
  due_pence: z.int().min(0).max(10_000_000_000_00).nullish(),
  /** The version is that of the commitment to change; `null` for a new one. */
  expected_version: version.nullable(),
});
export type CommitmentInput = z.input<typeof commitmentInputSchema>;
export const withdrawalInputSchema = namedObject("WithdrawalInput", {
  expected_version: version,
  reason: textSchema.max(5000).nullish().transform(emptyToNull),
});

export const reconsentInputSchema = z
  .object({
    choice: z.enum(reconsentChoices, messages.choice),
    /** The choice "change" has an amount. */
    amount_pence: amount.nullish().transform((pence) => pence ?? null),
    /** The new terms that were read. */
    terms_id: z.uuid(),
    /** Ticked where the smallest number of shares now costs more than was agreed to. */
    accepts_more: z.boolean().default(false),
    expected_version: version,
  })
  .superRefine(({ choice, amount_pence }, context) => {
    if (choice === "change" && amount_pence === null)
      context.addIssue({ code: "custom", path: ["amount_pence"], message: messages.wholePence });
  })
  .meta({ id: "ReconsentInput" });
export type ReconsentInput = z.input<typeof reconsentInputSchema>;

const termsInCommitmentSchema = z.object({
  id: z.uuid(),
  number: z.int(),
  /** Pounds, as entered. */
  price: z.string(),
  scheme: z.enum(dealSchemes),
});

/** One line of what has changed, old and new in words. */
const changedTermSchema = z.object({ label: z.string(), before: z.string(), after: z.string() });

/** `/commitments/{id}/allocation`: how one's own number came about; the round's sums name nobody. */
export const ownAllocationSchema = costsSchema
  .extend({
    confirmed_at: momentSchema,
    method: z.enum(allocationMethods),
    asked_shares: z.int(),
    unfilled_shares: z.int(),
    base: z.int(),
    priority: z.int(),
    rest: z.int(),
    round: z.object({
      capacity_shares: z.int(),
      asked_shares: z.int(),
      members: z.int(),
      minimum_shares: z.int(),
      priority_share_percent: z.int(),
      base_shares: z.int(),
      priority_shares: z.int(),
      rest_shares: z.int(),
    }),
    /** What admins changed by hand, in numbers of members; empty where nobody did. */
    changes: z.array(
      z.object({ number: z.int(), is_own: z.boolean(), from_shares: z.int(), to_shares: z.int(), reason: z.string() }),
    ),
    /** Freed shares that are on offer. */
    top_up: z
      .object({
        id: z.uuid(),
        closes_at: momentSchema,
        offered_shares: z.int(),
        taken_shares: z.int(),
        /** Fewer are not given: 1, or the least that a member on the waiting list accepts. */
        least_shares: z.int(),
        /** What may be taken now: of one's own part until it closes, then of what is left. */
        available_shares: z.int(),
        can: z.object({ take: z.boolean() }),
      })
      .nullable(),
  })
  .meta({ id: "OwnAllocation" });
export type OwnAllocation = z.infer<typeof ownAllocationSchema>;

export const ownCommitmentSchema = costsSchema
  .extend({
    id: z.uuid(),
    deal_id: z.uuid(),
    company_name: z.string(),
    deal_name: z.string(),
    deal_state: z.enum(dealStates),
    /** The number is the owner's in the deal: others read "Member 3". */
    number: z.int(),
    state: z.enum(commitmentStates),
    state_since: momentSchema,
    updated_at: momentSchema,
    placed_at: momentSchema,
    /** The owner said then that they sent the money; `null` once some of it has arrived. */
    said_sent_at: momentSchema.nullable(),
    band: z.enum(commitmentBands),
    tier: z.enum(tiers),
    fee_bp: z.int(),
    amount_pence: z.int(),
    asked_shares: z.int(),
    /** The limit that was entered, without the fee, for when the terms change. What is signed is the sum of whole shares. */
    ceiling_pence: z.int(),
    least_shares: z.int(),
    wants_relief: z.boolean().nullable(),
    signed_as: z.string().nullable(),
    /** A London day: when the company issued the shares. Null before the deal is completed. */
    issued_on: z.string().nullable(),
    /** After sales and splits, of the shares that were issued; null before the deal is completed. */
    held_shares: z.int().nullable(),
    /** Of the shares; null before the deal is completed. */
    company_id: z.uuid().nullable(),
    /** Of what was paid to the owner, what the bank sent back, and the day; 0 and null once it is paid again. */
    returned_pence: z.int(),
    returned_on: z.string().nullable(),
    /** To send money after a call, and once more while a bank holds it. */
    call_hours: z.int(),
    hold_hours: z.int(),
    ...closingOf,
    /** Shares are expected on this day by the terms that were accepted. */
    completion_expected_on: z.string(),
    /** The terms that were accepted. */
    terms: termsInCommitmentSchema,
    reconsent: z
      .object({
        until: momentSchema,
        terms: termsInCommitmentSchema,
        changes: z.array(changedTermSchema),
        /** One's own numbers under the new terms. */
        after: costsSchema,
        /** The fewest shares that are accepted, once kept with the new terms. */
        least_shares: z.int(),
        /** They cost more than the ceiling: kept only by one's own tick. */
        exceeds_ceiling: z.boolean(),
      })
      .nullable(),
    history: z.array(
      z.object({
        id: z.uuid(),
        happened_at: momentSchema,
        kind: z.string(),
        shares: z.int().nullable(),
        /** Of the step, with the fee: at most to pay as it was signed, allocated or called, arrived, or paid back. */
        amount_pence: z.int().nullable(),
        terms_number: z.int().nullable(),
        reason: z.string().nullable(),
      }),
    ),
    can: z.object({ change: z.boolean(), withdraw: z.boolean(), reconsent: z.boolean(), say_sent: z.boolean() }),
  })
  .meta({ id: "OwnCommitment" });
export type OwnCommitment = z.infer<typeof ownCommitmentSchema>;

export const listedCommitmentSchema = ownCommitmentSchema
  .pick({
    id: true,
    deal_id: true,
    company_name: true,
    deal_name: true,
    deal_state: true,
    state: true,
    state_since: true,
    placed_at: true,
    shares: true,
    cost_pence: true,
    fee_pence: true,
    due_pence: true,
  })
  .extend({
    /** It is `null` where nothing waits for the owner. */
    next: z.enum(nextSteps).nullable(),
    due_at: momentSchema.nullable(),
    /** Once it has ended: sent back, and the bank's day of the last part; null before. */
    refunded_pence: z.int(),
    refunded_on: z.string().nullable(),
  })
  .meta({ id: "ListedCommitment" });
export type ListedCommitment = z.infer<typeof listedCommitmentSchema>;
export const ownCommitmentListSchema = listOf(listedCommitmentSchema).meta({ id: "OwnCommitmentList" });

export const commitmentOfferSchema = namedObject("CommitmentOffer", {
  terms: termsInCommitmentSchema,
  tier: z.enum(tiers),
  fee_bp: z.int(),
  minimum_shares: z.int(),
  minimum_pence: z.int(),
  maximum_pence: z.int(),
  /** A commitment that is placed now gets this band. */
  band: z.enum(commitmentBands),
  legal_name: z.string().nullable(),
  is_uk_taxpayer: z.boolean().nullable(),
  closes_at: momentSchema,
  /** It is `null` if the reader can commit now. */
  obstacle: z.enum(commitmentObstacles).nullable(),
  cooling_off_until: momentSchema.nullable(),
  /** The reader's, unless it has ended. */
  commitment: ownCommitmentSchema.nullable(),
});
export type CommitmentOffer = z.infer<typeof commitmentOfferSchema>;

/** Of a deal, for admins. */
export const deskCommitmentSchema = costsSchema
  .extend({
    id: z.uuid(),
    number: z.int(),
    user_id: z.uuid().nullable(),
    full_name: z.string().nullable(),
    state: z.enum(commitmentStates),
    state_since: momentSchema,
    placed_at: momentSchema,
    band: z.enum(commitmentBands),
    tier: z.enum(tiers),
    fee_bp: z.int(),
    least_shares: z.int(),
    ceiling_pence: z.int(),
    terms_number: z.int(),
    reconsent_until: momentSchema.nullable(),
  })
  .meta({ id: "DeskCommitment" });
export type DeskCommitment = z.infer<typeof deskCommitmentSchema>;
export const deskCommitmentListSchema = listOf(deskCommitmentSchema)
  .extend({
    counts: z.record(z.enum(commitmentStates), z.int()),
    /** Of those that count: shares asked for, at the terms that each accepted. */
    asked_shares: z.int(),
    asked_pence: z.int(),
  })
  .meta({ id: "DeskCommitmentList" });
export const deskCommitmentQuerySchema = pageQuerySchema.extend({ state: z.enum(commitmentStates).optional() });

export const allocationLineInputSchema = namedObject("AllocationLineInput", {
  shares: z.int(messages.leastWhole).min(0, messages.leastWhole).max(1_000_000_000_000, messages.leastWhole),
  reason,
  expected_version: version,
});

export const allocationLineSchema = costsSchema
  .extend({
    id: z.uuid(),
    commitment_id: z.uuid(),
    number: z.int(),
    full_name: z.string().nullable(),
    tier: z.enum(tiers),
    band: z.enum(commitmentBands),
    wish: z.int(),
    least: z.int(),
    base: z.int(),
    priority: z.int(),
    rest: z.int(),
    is_waiting: z.boolean(),
    reason: z.string().nullable(),
    changed_by_name: z.string().nullable(),
  })
  .meta({ id: "AllocationLine" });
export type AllocationLine = z.infer<typeof allocationLineSchema>;

export const allocationSchema = namedObject("Allocation", {
  id: z.uuid(),
  deal_id: z.uuid(),
  number: z.int(),
  state: z.enum(allocationStates),
  created_at: momentSchema,
  /** A change of a line moves it, too; it serves optimistic locking. */
  updated_at: momentSchema,
  author_name: z.string().nullable(),
  confirmed_at: momentSchema.nullable(),
  confirmed_by_name: z.string().nullable(),
  terms_number: z.int(),
  price: z.string(),
  method: z.enum(allocationMethods),
  /** The terms say this method. */
  published_method: z.enum(allocationMethods),
  capacity_shares: z.int(),
  capacity_pence: z.int(),
  minimum_shares: z.int(),
  priority_share_percent: z.int(),
  asked_shares: z.int(),
  input_sha256: z.string(),
  /** Commitments have changed since it was worked out. */
  is_stale: z.boolean(),
  changed_lines: z.int(),
  members: z.int(),
  waiting: z.int(),
  totals: costsSchema.extend({ wish: z.int(), base: z.int(), priority: z.int(), rest: z.int() }),
  can: z.object({ change: z.boolean() }),
});
export type Allocation = z.infer<typeof allocationSchema>;
/** Lines by place. */
export const allocationLineListSchema = listOf(allocationLineSchema).meta({ id: "AllocationLineList" });
/** Larger pages than elsewhere: the board shows all. */
export const allocationLineQuerySchema = z.object({
  limit: z.coerce.number().int().min(1).max(500).default(200),
  cursor: z.string().max(200).optional(),
});

export const topUpInputSchema = namedObject("TopUpInput", {});
export const topUpTakeSchema = namedObject("TopUpTake", { top_up_id: z.uuid(), shares: shareCount });
export const topUpSchema = namedObject("TopUp", {
  id: z.uuid(),
  number: z.int(),
  opened_at: momentSchema,
  closes_at: momentSchema,
  ended_at: momentSchema.nullable(),
  shares: z.int(),
  taken_shares: z.int(),
  members: z.int(),
});
export type TopUp = z.infer<typeof topUpSchema>;
/** Newest first. */
export const topUpListSchema = namedObject("TopUpList", { items: z.array(topUpSchema) });

import { z } from "zod";
import { commitmentStates } from "#shared/commitments/commitment-messages.ts";
import { dealSchemes, dealStates } from "#shared/deals/deal-messages.ts";
import { listOf, momentSchema, pageQuerySchema } from "#shared/lists.ts";
import { namedObject } from "#shared/named-object.ts";
import { aboveZeroWords, tooMuchWords } from "#shared/pence.ts";
import { tiers } from "#shared/people/people-messages.ts";
import { dayOrders } from "#shared/tables/read-day.ts";
import { lineUpTo, textSchema } from "#shared/text.ts";
import { accountNumberSchema, sortCodeSchema } from "./bank-account.ts";
import { exitKinds } from "./funds-exits-messages.ts";
import {
  ledgerAccounts,
  ledgerKinds,
  ledgerOrders,
  lineGrades,
  matchKinds,
  fundsMessages as messages,
  outgoingKinds,
  outgoingStates,
} from "./funds-messages.ts";

const line = (length: number) => lineUpTo(length).trim().min(1, messages.required);
const reason = textSchema.trim().min(1, messages.reason).max(5000, messages.atMost(5000));
const pence = z.int(messages.wholePence).min(1, aboveZeroWords).max(1_000_000_000_000, tooMuchWords(1_000_000_000_000));
const personName = z.string().nullable();

export const collectionAccountInputSchema = namedObject("CollectionAccountInput", {
  account_name: line(120),
  sort_code: sortCodeSchema,
  account_number: accountNumberSchema,
  bank: line(120),
  partner: line(120),
});
export type CollectionAccountInput = z.input<typeof collectionAccountInputSchema>;

const accountSchema = z.object({
  account_name: z.string(),
  sort_code: z.string(),
  account_number: z.string(),
  bank: z.string(),
  partner: z.string(),
});
export const collectionAccountSchema = accountSchema
  .extend({
    id: z.uuid(),
    entered_at: momentSchema,
    entered_by_name: personName,
    confirmed_at: momentSchema.nullable(),
    confirmed_by_name: personName,
    call_back_note: z.string().nullable(),
    frozen_until: momentSchema.nullable(),
  })
  .meta({ id: "CollectionAccount" });
export type CollectionAccount = z.infer<typeof collectionAccountSchema>;
export const collectionAccountsSchema = namedObject("CollectionAccounts", {
  /** That members pay to. */
  current: collectionAccountSchema.nullable(),
  /** That waits to be signed in a list. */
  entered: collectionAccountSchema.nullable(),
  /** That members paid to in the last deal, where this one has none. */
  last: collectionAccountSchema.nullable(),
});
export type CollectionAccounts = z.infer<typeof collectionAccountsSchema>;

/** Everything that a bank's form asks, in its order. Only after a fresh sign-in, and never in a mail. */
export const paymentDetailsSchema = accountSchema
  .extend({
    commitment_id: z.uuid(),
    /** Still open. */
    amount_pence: z.int(),
    reference: z.string(),
    confirmed_on: z.string(),
    /** True means that a signer who did not enter it called back; otherwise it is known from another deal. */
    is_called_back: z.boolean(),
    signed_in_at: momentSchema,
  })
  .meta({ id: "PaymentDetails" });
export type PaymentDetails = z.infer<typeof paymentDetailsSchema>;

/** `/commitments/{id}/call`: of the person whose commitment it is. */
export const ownCallSchema = namedObject("OwnCall", {
  called_at: momentSchema,
  due_pence: z.int(),
  due_at: momentSchema,
  grace_until: momentSchema,
  applied_pence: z.int(),
  open_pence: z.int(),
  /** The amount is to be sent back. */
  refund_pence: z.int(),
  /** Sent back, and the bank's day of the last part; null before. */
  refunded_pence: z.int(),
  refunded_on: z.string().nullable(),
  /** That a payment has to name. */
  reference: z.string().nullable(),
  /** At the bank with this reference, while money is missing; an admin has not booked it yet. */
  pending_pence: z.int(),
  /** Of what counts as paid, what the club bore. */
  borne_pence: z.int(),
  held_at: momentSchema.nullable(),
  extension_reason: z.string().nullable(),
  /** Nobody is shown the account until then. */
  frozen_until: momentSchema.nullable(),
  /** The day on which the bank gave the last payment. */
  arrived_on: z.string().nullable(),
  /** It came after the due day. */
  is_late: z.boolean(),
  /** The club's list of the account goes up to then; `null` before the first. */
  list_read_at: momentSchema.nullable(),
  /** Where too little arrived: the shares that it pays for, and what would go back. Null below the minimum. */
  fewer: z
    .object({
      shares: z.int(),
      cost_pence: z.int(),
      fee_pence: z.int(),
      due_pence: z.int(),
      back_pence: z.int(),
    })
    .nullable(),
  can: z.object({
    /** See the account. */
    pay: z.boolean(),
    hold: z.boolean(),
    take_fewer: z.boolean(),
  }),
});
export type OwnCall = z.infer<typeof ownCallSchema>;

/** After an admin gave time, released or bore the rest. */
export const calledCommitmentSchema = namedObject("CalledCommitment", {
  id: z.uuid(),
  deal_id: z.uuid(),
  state: z.enum(commitmentStates),
  shares: z.int(),
  due_pence: z.int(),
  open_pence: z.int(),
  refund_pence: z.int(),
  due_at: momentSchema,
  grace_until: momentSchema,
});
export type CalledCommitment = z.infer<typeof calledCommitmentSchema>;
export const extensionInputSchema = namedObject("ExtensionInput", {
  hours: z.int(messages.extensionTooLong).min(1, messages.extensionTooLong).max(48, messages.extensionTooLong),
  reason,
});
export const reasonInputSchema = namedObject("ReasonInput", { reason });
export const takeFewerInputSchema = namedObject("TakeFewerInput", { choice: z.enum(["take_fewer", "refund"]) });

/** Columns by their names in the file's header. */
export const bankMappingSchema = z
  .object({
    date: line(200),
    payer: line(200),
    reference: line(200).nullable(),
    /** Signed; or the two that follow. */
    amount: line(200).nullable(),
    paid_in: line(200).nullable(),
    paid_out: line(200).nullable(),
    balance: line(200).nullable(),
    id: line(200).nullable(),
    currency: line(200).nullable().default(null),
    state: line(200).nullable().default(null),
    /** Comes off the amount. */
    fee: line(200).nullable().default(null),
    /** Where its lines say whether they are debits or credits, for amounts without a sign. */
    direction: line(200).nullable().default(null),
    date_order: z.enum(dayOrders),
  })
  .refine(({ amount, paid_in, paid_out }) => amount !== null || (paid_in !== null && paid_out !== null), {
    path: ["amount"],
    message: messages.required,
  })
  .meta({ id: "BankMapping" });
export type BankMapping = z.infer<typeof bankMappingSchema>;
export const bankMappingInputSchema = namedObject("BankMappingInput", {
  name: line(120),
  /** The names of the file's columns; "Column 1" and so on in a file without a header. */
  header: z.array(z.string().max(200)).min(2).max(60),
  mapping: bankMappingSchema,
});

const column = z.string().nullable();
const savedMappingSchema = z.object({
  date: z.string(),
  payer: z.string(),
  reference: column,
  amount: column,
  paid_in: column,
  paid_out: column,
  balance: column,
  id: column,
  currency: column,
  state: column,
  fee: column,
  direction: column,
  date_order: z.enum(dayOrders),
});
export const bankMappingListSchema = namedObject("BankMappingList", {
  items: z.array(z.object({ id: z.uuid(), name: z.string(), created_at: momentSchema, mapping: savedMappingSchema })),
});
export type BankMappingList = z.infer<typeof bankMappingListSchema>;

export const bankFileQuerySchema = z.object({
  name: line(200),
  /** Places of the lines that its preview asks about and that are here already; the others of them are new. */
  same: z
    .string()
    .max(8000)
    .regex(/^(\d{1,6}(,\d{1,6})*)?$/)
    .optional(),
});
export const bankFilePreviewSchema = namedObject("BankFilePreview", {
  format: z.string(),
  lines: z.int(),
  /** Those that are not here yet, without `undecided_lines`. */
  new_lines: z.int(),
  /** The days that its lines are of. */
  first_on: z.string(),
  last_on: z.string(),
  paid_in_pence: z.int(),
  paid_out_pence: z.int(),
  opening_balance_pence: z.int().nullable(),
  closing_balance_pence: z.int().nullable(),
  /** Lines of payments that are not completed. */
  left_out_lines: z.array(z.object({ line: z.int(), state: z.string() })),
  /** Nobody named these columns when the columns were saved. */
  left_out_columns: z.array(z.string()),
  lines_above_header: z.int(),
  /** Such as opening balances, a repeated header, and words below the payments. */
  lines_without_payment: z.int(),
  zero_lines: z.int(),
  /** Lines of which day and amount alone agree with a line that another kind of file has brought. */
  undecided_lines: z.array(
    z.object({
      /** Its place among the file's payments, the oldest first. Two payments may be on one line of a file. */
      ordinal: z.int(),
      line: z.int(),
      booked_on: z.string(),
      amount_pence: z.int(),
      payer: z.string(),
      known_payer: z.string(),
    }),
  ),
});
export type BankFilePreview = z.infer<typeof bankFilePreviewSchema>;
export const bankFileSchema = namedObject("BankFile", {
  id: z.uuid(),
  imported_at: momentSchema,
  /** A feed has `null`. */
  imported_by_name: personName,
  name: z.string(),
  format: z.string(),
  origin: z.enum(["file", "feed"]),
  lines: z.int(),
  new_lines: z.int(),
  /** The sums are those of its new lines. */
  paid_in_pence: z.int(),
  paid_out_pence: z.int(),
  opening_balance_pence: z.int().nullable(),
  closing_balance_pence: z.int().nullable(),
  /** The newest, while none of its lines is booked. */
  can: z.object({ take_back: z.boolean() }),
});
export type BankFile = z.infer<typeof bankFileSchema>;
const lineSum = z.object({ lines: z.int(), paid_in_pence: z.int(), paid_out_pence: z.int() });
/** A file that was imported, and what became of the deal's lines: those that are sure are booked with it. */
export const importedFileSchema = bankFileSchema
  .extend({
    booked: lineSum,
    /** Sure, and money of the importer: they wait for another admin. */
    own: lineSum,
    /** Sure, and not booked without a look: of a file whose balance proves nothing, or taken back once. */
    to_book: lineSum,
    to_look_at: lineSum,
  })
  .meta({ id: "ImportedFile" });
export type ImportedFile = z.infer<typeof importedFileSchema>;
export const bankFileListSchema = listOf(bankFileSchema).meta({ id: "BankFileList" });

const otherDealSchema = z.object({ deal_id: z.uuid(), company_name: z.string() });
export const bankLineSchema = namedObject("BankLine", {
  id: z.uuid(),
  file_id: z.uuid(),
  line_number: z.int(),
  booked_on: z.string(),
  amount_pence: z.int(),
  open_pence: z.int(),
  /** Booked as of nobody known yet, and not to be sent back. */
  unidentified_pence: z.int(),
  payer: z.string(),
  reference: z.string(),
  grade: z.enum(lineGrades),
  commitment_id: z.uuid().nullable(),
  payment_id: z.uuid().nullable(),
  full_name: personName,
  /** Of a line that left the account: the payment of a member that it takes back, as the bank returned it; one of `returns`. */
  returned_id: z.uuid().nullable(),
  /** Payments of members that it may take back, the likeliest first. Their id is that of the booking, or of the line that waits. */
  returns: z.array(
    z.object({
      returned_id: z.uuid(),
      commitment_id: z.uuid(),
      full_name: personName,
      booked_on: z.string(),
      amount_pence: z.int(),
      is_booked: z.boolean(),
    }),
  ),
  /** The sums are those of that member or payment. */
  due_pence: z.int().nullable(),
  open_due_pence: z.int().nullable(),
  /** What speaks for it and what differs, in words. */
  said: z.string().nullable(),
  /** Of the same account, whose line this is; null for this deal's. */
  other_deal: otherDealSchema.nullable(),
  matches: z.array(
    z.object({
      id: z.uuid(),
      kind: z.enum(matchKinds),
      commitment_id: z.uuid().nullable(),
      full_name: personName,
      amount_pence: z.int(),
      matched_at: momentSchema,
      matched_by_name: personName,
      reason: z.string().nullable(),
      is_reversed: z.boolean(),
      /** Of money of nobody known: what can still be sent back, and what was, or is to be. */
      returnable_pence: z.int(),
      returns: z.array(
        z.object({
          id: z.uuid(),
          amount_pence: z.int(),
          state: z.enum(outgoingStates),
          paid_on: z.string().nullable(),
        }),
      ),
      can: z.object({ unmatch: z.boolean(), send_back: z.boolean() }),
    }),
  ),
  /** Nobody books their own money. */
  can: z.object({ book: z.boolean(), match: z.boolean() }),
});
export type BankLine = z.infer<typeof bankLineSchema>;
/** All that is open or not identified, by grade and day; of what is booked otherwise a page, newest first. */
export const bankLineQuerySchema = pageQuerySchema.extend({ show: z.enum(["open", "booked"]).default("open") });
export const bankLineListSchema = listOf(bankLineSchema)
  .extend({
    grades: z.record(z.enum(lineGrades), z.object({ lines: z.int(), pence: z.int() })),
  })
  .meta({ id: "BankLineList" });

/** One button for those that are sure and were not booked by the import; what is not sure any more is left out, and said. */
export const confirmLinesSchema = namedObject("ConfirmLines", { ids: z.array(z.uuid()).min(1).max(5000) });
export const confirmedLinesSchema = namedObject("ConfirmedLines", {
  confirmed: z.int(),
  pence: z.int(),
  left_out: z.int(),
});

export const matchInputSchema = namedObject("MatchInput", {
  /** A split has more than one part. */
  parts: z
    .array(
      z.object({
        kind: z.enum(matchKinds, messages.matchKind),
        commitment_id: z
          .uuid()
          .nullish()
          .transform((id) => id ?? null),
        payment_id: z
          .uuid()
          .nullish()
          .transform((id) => id ?? null),
        exit_id: z
          .uuid()
          .nullish()
          .transform((id) => id ?? null),
        /** Of a line that left the account: the payment of a member that it takes back. */
        returned_id: z
          .uuid()
          .nullish()
          .transform((id) => id ?? null),
        amount_pence: pence,
      }),
    )
    .min(1)
    .max(50),
  reason,
});
export type MatchInput = z.input<typeof matchInputSchema>;
export const unmatchInputSchema = namedObject("UnmatchInput", { match_id: z.uuid(), reason });

export const refundInputSchema = namedObject("RefundInput", { commitment_id: z.uuid(), amount_pence: pence, reason });
export const returnInputSchema = namedObject("ReturnInput", { bank_line_id: z.uuid(), amount_pence: pence, reason });
export const outgoingPaymentSchema = namedObject("OutgoingPayment", {
  id: z.uuid(),
  kind: z.enum(outgoingKinds),
  commitment_id: z.uuid().nullable(),
  amount_pence: z.int(),
  payee: z.string(),
  reason: z.string(),
  proposed_at: momentSchema,
  proposed_by_name: personName,
  /** Who asked that an admin's own money is sent back to them, and may approve it. */
  asked_by_name: personName,
  approved_at: momentSchema.nullable(),
  approved_by_name: personName,
  state: z.enum(outgoingStates),
  paid_on: z.string().nullable(),
  /** The bank sent it back on this day: it is owed again. */
  returned_on: z.string().nullable(),
  /** What has to be done before anybody can approve it, in words; null where nothing has. */
  obstacle: z.string().nullable(),
  /** Approved, and in the bank's list, where a line of it waits to be booked. */
  is_listed: z.boolean(),
  can: z.object({ approve: z.boolean(), cancel: z.boolean() }),
});
export type OutgoingPayment = z.infer<typeof outgoingPaymentSchema>;
export const outgoingPaymentListSchema = z.object({ items: z.array(outgoingPaymentSchema) });

const ledgerEntrySchema = z.object({
  account: z.enum(ledgerAccounts),
  /** The number of the member in the deal. */
  member: z.int().nullable(),
  amount_pence: z.int(),
});
export const ledgerTransactionSchema = namedObject("LedgerTransaction", {
  id: z.uuid(),
  number: z.int(),
  booked_on: z.string(),
  /** Of the bank's line; where it is taken back, of that line. */
  bank_on: z.string(),
  posted_at: momentSchema,
  kind: z.enum(ledgerKinds),
  /** In plain words; the others are "Member 3", the reader is "you". */
  text: z.string(),
  member: z.int().nullable(),
  in_pence: z.int(),
  out_pence: z.int(),
  /** The balance is on account after the transaction. */
  balance_pence: z.int(),
  entries: z.array(ledgerEntrySchema),
});
export type LedgerTransaction = z.infer<typeof ledgerTransactionSchema>;
export const ledgerQuerySchema = z.object({
  /** "bank": by the day of the bank's list, so that what was on account after each day is what the bank had. */
  order: z.enum(ledgerOrders).default("booking"),
  limit: z.coerce.number().int().min(1).max(500).default(100),
  cursor: z.string().max(200).optional(),
});
/** Oldest first. */
export const ledgerListSchema = listOf(ledgerTransactionSchema)
  .extend({
    transactions: z.int(),
    /** The sum of all entries is zero. */
    sum_pence: z.int(),
    on_account_pence: z.int(),
    /** The reader's number; null for an admin who takes no part. */
    own_member: z.int().nullable(),
  })
  .meta({ id: "LedgerList" });
export type LedgerList = z.infer<typeof ledgerListSchema>;

/** The club may bear so much of the missing money. */
export const mostBornePence = 100;

const counted = z.object({ members: z.int(), pence: z.int() });
export const closingMemberSchema = namedObject("ClosingMember", {
  commitment_id: z.uuid(),
  number: z.int(),
  full_name: personName,
  tier: z.enum(tiers),
  state: z.enum(commitmentStates),
  shares: z.int(),
  due_pence: z.int(),
  applied_pence: z.int(),
  open_pence: z.int(),
  refund_pence: z.int(),
  /** Of that: refunds that wait for approval, and those that are approved and not paid yet. */
  proposed_pence: z.int(),
  approved_pence: z.int(),
  /** Sent back, and the bank's day of the last part; null before. */
  refunded_pence: z.int(),
  refunded_on: z.string().nullable(),
  /** The days on which the bank gave what was paid. */
  bank_days: z.array(z.string()),
  due_at: momentSchema.nullable(),
  grace_until: momentSchema.nullable(),
  is_held: z.boolean(),
  /** Past its due time, or paid after it. */
  is_late: z.boolean(),
  /** A line of the bank that is not booked may be the payment, so nobody is released. */
  is_release_waiting: z.boolean(),
  /** Nobody does any of it for themselves; `book` is to match a line with the member. */
  is_of_admin: z.boolean(),
  can: z.object({
    extend: z.boolean(),
    release: z.boolean(),
    bear: z.boolean(),
    refund: z.boolean(),
    book: z.boolean(),
  }),
});
export type ClosingMember = z.infer<typeof closingMemberSchema>;
export const closingQuerySchema = z.object({
  limit: z.coerce.number().int().min(1).max(500).default(200),
  cursor: z.string().max(200).optional(),
});
export const closingMemberListSchema = listOf(closingMemberSchema).meta({ id: "ClosingMemberList" });

/** Counts and sums that have to tie, all from the ledger as of one moment. */
export const closingBoardSchema = namedObject("ClosingBoard", {
  deal_id: z.uuid(),
  company_name: z.string(),
  deal_name: z.string(),
  deal_state: z.enum(dealStates),
  checked_at: momentSchema,
  /** Members were last shown this scheme and price; `null` before that. */
  scheme: z.enum(dealSchemes).nullable(),
  price: z.string().nullable(),
  called_at: momentSchema.nullable(),
  due_at: momentSchema.nullable(),
  /** That freed shares are kept for each member. */
  top_up_hours: z.int(),
  /** Members with shares that are not called yet: what a call would ask of them. */
  to_call: counted,
  counts: z.object({ called: counted, paid: counted, part_paid: counted, held: counted, late: counted }),
  /** Called or not. */
  shares: z.int(),
  due_pence: z.int(),
  applied_pence: z.int(),
  open_pence: z.int(),
  refund_pence: z.int(),
  unidentified_pence: z.int(),
  /** Of exits: what came for shares, and is not paid out yet. */
  distribution_pence: z.int(),
  on_account_pence: z.int(),
  /** The two parts of what was called make up what is due. */
  to_company_pence: z.int(),
  to_club_pence: z.int(),
  /** Shares that were taken after the call cost this: the next call asks for it. */
  uncalled_cost_pence: z.int(),
  uncalled_fee_pence: z.int(),
  /** Missing pence and charges of the bank, out of the club's fee. */
  borne_pence: z.int(),
  wired_pence: z.int(),
  fee_paid_pence: z.int(),
  transactions: z.int(),
  ledger_sum_pence: z.int(),
  /** The bank's list shows this balance; `null` before the first. */
  bank_pence: z.int().nullable(),
  list_read_at: momentSchema.nullable(),
  /** A difference other than 0 stops everything that moves money, but for payments that may have left the account already. */
  difference_pence: z.int(),
  /** Left the account as the bank took back payments of members, and waits to be matched. */
  returned_pence: z.int(),
  /** The most that one payment may be while ledger and bank differ; null where they do not. */
  sendable_pence: z.int().nullable(),
  payments: z.array(outgoingPaymentSchema),
  /** Members of these deals pay, or paid, to the same account. */
  other_deals: z.array(otherDealSchema),
  /** The exits are confirmed, and these amounts are missing of what this account is paid for its members' shares. */
  proceeds: z.array(
    z.object({ exit_id: z.uuid(), kind: z.enum(exitKinds), happened_on: z.string(), amount_pence: z.int() }),
  ),
  /** What the members' shares cost, beside the price of all of them. */
  costs: z.object({
    shares: z.int(),
    cost_pence: z.int(),
    total_pence: z.int().nullable(),
    left_members: z.int(),
    changed_members: z.int(),
    /** How far the two may be apart: a penny for each who left since the allocation, two for each other number of shares. */
    tolerance_pence: z.int(),
  }),
  /** Members with something to do, who were not reminded today. */
  nudgeable: z.int(),
  can: z.object({
    enter_account: z.boolean(),
    import: z.boolean(),
    transfer_fee: z.boolean(),
    top_up: z.boolean(),
    nudge: z.boolean(),
  }),
});
export type ClosingBoard = z.infer<typeof closingBoardSchema>;
export const nudgedSchema = namedObject("Nudged", { members: z.int() });

import { historySum } from "#shared/commitments/own-commitment-messages.ts";
import { type Instrument, instrumentLabels } from "#shared/deals/deal-messages.ts";
import { partDifferenceWords } from "#shared/funds/difference-words.ts";
import { articleWords, paperLabels } from "#shared/funds/funds-completion-messages.ts";
import {
  type LedgerAccount,
  type LedgerKind,
  ledgerAccountLabels,
  ledgerKindLabels,
} from "#shared/funds/funds-messages.ts";
import { formatDay, formatMoment, londonDate } from "#shared/london-time.ts";
import { feeWords, formatPence, formatPrice } from "#shared/pence.ts";
import { addressInOneLine, postalLines } from "#shared/postal-lines.ts";
import type { SettingValues } from "#shared/settings/settings.ts";
import { type TextLine, type TextTable, textLine } from "../../../platform/pdf/text-document.ts";

/** What is read on a paper; who made it, and the day, are added as it is drawn. */
export interface PaperText {
  title: string;
  lines: (TextLine | TextTable)[];
  foot: string;
  /** A London day; without one that on which it is drawn. */
  dated_on?: string;
}

const facts = (rows: readonly (readonly [what: string, value: string])[]): TextTable => ({
  columns: [
    { title: "What", share: 2 },
    { title: "As recorded", share: 4 },
  ],
  rows,
});
const count = (number: number) => number.toLocaleString("en-GB");

export interface DealFacts {
  company_name: string;
  company_number: string | null;
  deal_name: string;
  /** Who holds the shares, by the club's settings; without a name there, the partner of the account. Null where none is known. */
  nominee: string | null;
  issued_on: string;
  ledger_number: number;
  ledger_sha256: string;
}

export interface HoldingFacts {
  legal_name: string | null;
  /** The address is given only where the name is written in other letters than its own. */
  email: string | null;
  address: string | null;
  member: number;
  shares: number;
  share_class: string;
  price: string;
  cost_pence: number;
  fee_pence: number;
  certificate_number: string;
}

const ledgerFoot = ({ ledger_number, ledger_sha256 }: DealFacts) =>
  `Ledger to line ${ledger_number}, SHA-256 ${ledger_sha256}`;
const companyOf = ({ company_name, company_number }: DealFacts) =>
  company_number ? `${company_name}, company number ${company_number}` : company_name;

const emailOf = ({ email }: HoldingFacts): [string, string][] =>
  email === null ? [] : [["Email of this person", email]];

/** The nominee's words to one member, issued for it by the club. @param madeOn a London day. */
export function beneficialCertificate(
  deal: DealFacts,
  holding: HoldingFacts,
  { club, madeOn }: { club: Pick<ClubFacts, "operator" | "company_number">; madeOn: string },
): PaperText {
  const nominee = deal.nominee ?? "The nominee";
  const name = holding.legal_name ?? `Member ${holding.member}`;
  const difference = partDifferenceWords(holding);
  return {
    title: `Certificate of beneficial ownership ${holding.certificate_number}`,
    lines: [
      textLine("title", "Certificate of beneficial ownership"),
      textLine("paragraph", `Number ${holding.certificate_number}`),
      textLine(
        "paragraph",
        `${companyOf(deal)}, issued ${count(holding.shares)} shares on ${formatDay(deal.issued_on)} to ${nominee} as nominee on a bare trust for ${name}. This trust is separate from every other: the shares in it are this number of whole shares and belong to ${name} alone. A later split or sale is not in this certificate.`,
      ),
      facts([
        ["Beneficial owner", name],
        ...emailOf(holding),
        ["Address", addressInOneLine(holding.address ?? "")],
        ["Company", companyOf(deal)],
        ["Round", deal.deal_name],
        ["Class of shares", holding.share_class],
        ["Number of shares", count(holding.shares)],
        ["Price of a share", formatPrice(holding.price)],
        ["Cost of the shares", formatPence(holding.cost_pence)],
        ["Issued by the company on", formatDay(deal.issued_on)],
        ["Legal holder", nominee],
        ["In the payments of the deal", `Member ${holding.member}`],
        ["Made on", formatDay(madeOn)],
        ["Made for the legal holder by", `${club.operator}, company number ${club.company_number}`],
      ]),
      ...(difference ? [textLine("paragraph", difference)] : []),
      textLine(
        "paragraph",
        "The fee of the club is not part of the cost of the shares. This certificate is not a certificate for tax relief. It was made from the payments named below and carries no signature.",
      ),
    ],
    foot: ledgerFoot(deal),
  };
}

export interface InvoiceFacts {
  number: number;
  invoiced_on: string;
  raised_pence: number;
  fee_bp: number;
  fee_pence: number;
  article: string;
}
export interface ClubFacts {
  operator: string;
  company_number: string;
  address: readonly string[];
  contact_email: string;
}

export function successFeeInvoice(
  deal: DealFacts,
  invoice: InvoiceFacts,
  club: ClubFacts,
  { account_name, sort_code, account_number, bank }: SettingValues["fee_account"],
): PaperText {
  const account = account_number
    ? `to ${account_name}, sort code ${sort_code}, account number ${account_number}, ${bank}`
    : `to the account that ${club.operator} gives you`;
  const title = `Invoice ${invoice.number}`;
  return {
    title: `${title}, ${club.operator}`,
    lines: [
      textLine("title", title),
      textLine(
        "paragraph",
        `From ${club.operator}, company number ${club.company_number}, ${postalLines(club).slice(1).join(", ")}`,
      ),
      textLine("paragraph", `To ${companyOf(deal)}`),
      textLine("paragraph", `Date of the invoice: ${formatDay(invoice.invoiced_on)}`),
      {
        columns: [
          { title: "For", share: 5 },
          { title: "Amount", share: 2, align: "right" },
        ],
        rows: [
          [
            `Success fee on ${deal.deal_name}: ${invoice.fee_bp / 100}% of ${formatPence(invoice.raised_pence)}, the money raised through the club, as ${articleWords(invoice.article)} allows`,
            formatPence(invoice.fee_pence),
          ],
          ["To be paid", formatPence(invoice.fee_pence)],
        ],
      },
      textLine(
        "paragraph",
        "The fee is asked of the company after completion. No part of it was taken out of the members’ money.",
      ),
      textLine("paragraph", `Please pay it with the reference ${title} ${account}. Questions: ${club.contact_email}.`),
    ],
    foot: `${title} · ${club.operator}`,
  };
}

export interface LedgerFacts {
  number: number;
  booked_on: string;
  kind: LedgerKind;
  account: LedgerAccount;
  member: number | null;
  amount_pence: number;
}

/** Every entry that moves something, with its sign; the hash is taken of those of nothing too. */
export function ledgerPaper(deal: DealFacts, entries: readonly LedgerFacts[]): PaperText {
  const sum = entries.reduce((sumSoFar, { amount_pence }) => sumSoFar + amount_pence, 0);
  return {
    title: `Payments in the deal of ${deal.company_name}, ${deal.deal_name}`,
    lines: [
      textLine("title", paperLabels.ledger),
      textLine("paragraph", `${companyOf(deal)}, ${deal.deal_name}`),
      textLine(
        "paragraph",
        `Every entry up to completion. What an account receives has no sign, what it gives has a minus. Members are told as Member 1, Member 2 and so on, by the order of their commitments; the number of one that ended is missing. Your own number is on your certificate. All entries add up to ${formatPence(sum)}; those of £0.00 are left out here.`,
      ),
      {
        columns: [
          { title: "No.", share: 1 },
          { title: "Day", share: 3 },
          { title: "What", share: 4 },
          { title: "Account", share: 5 },
          { title: "Amount", share: 3, align: "right" },
        ],
        rows: entries
          .filter(({ amount_pence }) => amount_pence !== 0)
          .map(({ number, booked_on, kind, account, member, amount_pence }) => [
            String(number),
            formatDay(booked_on),
            ledgerKindLabels[kind],
            `${account} ${ledgerAccountLabels[account]}${member === null ? "" : `, Member ${member}`}`,
            formatPence(amount_pence),
          ]),
      },
    ],
    foot: ledgerFoot(deal),
  };
}

export interface CommitmentFacts {
  signed_as: string | null;
  placed_at: Date;
  amount_pence: number;
  shares: number;
  least_shares: number;
  fee_bp: number;
  wants_relief: boolean | null;
  terms: { number: number; price: string; share_class: string; instrument: Instrument; vehicle: string };
  /** The declaration is null where the commitment was not placed by its owner. */
  declared: { at: Date; words: readonly string[] } | null;
  history: readonly {
    happened_at: Date;
    kind: string;
    shares: number | null;
    amount_pence: number | null;
    terms_number: number | null;
  }[];
}

/** The instruction in force when the shares were given out, and how it came to that. */
export function signedCommitment(deal: DealFacts, holding: HoldingFacts, commitment: CommitmentFacts): PaperText {
  const { terms, wants_relief, declared, history } = commitment;
  return {
    title: `${paperLabels.signed_commitment}: ${deal.company_name}, ${deal.deal_name}`,
    lines: [
      textLine("title", "Instruction to subscribe for shares"),
      textLine("paragraph", `${companyOf(deal)}, ${deal.deal_name}`),
      facts([
        ["Signed as", commitment.signed_as ?? ""],
        ...emailOf(holding),
        ["Placed", formatMoment(commitment.placed_at)],
        ["Terms accepted", `Version ${terms.number}: ${boughtWords(terms)}, at ${formatPrice(terms.price)} a share`],
        ["Held through", terms.vehicle],
        ["Amount entered", formatPence(commitment.amount_pence)],
        ["Shares asked for", count(commitment.shares)],
        ["The fewest that are accepted", count(commitment.least_shares)],
        ["Fee of the club", `${commitment.fee_bp / 100}% of the cost of the shares, on top`],
        ["Wants tax relief", wants_relief === null ? "The round has none" : wants_relief ? "Yes" : "No"],
        [
          "Shares given",
          `${count(holding.shares)}, for ${formatPence(holding.cost_pence)} and ${feeWords(holding.fee_pence)}`,
        ],
      ]),
      ...(declared
        ? [
            textLine("heading", `What was declared on ${formatMoment(declared.at)}`),
            ...declared.words.map((words) => textLine("item", words)),
          ]
        : []),
      textLine("heading", "How it came about"),
      {
        columns: [
          { title: "When", share: 4 },
          { title: "What", share: 4 },
          { title: "Terms", share: 1 },
          { title: "Shares", share: 2, align: "right" },
          { title: "Amount", share: 3, align: "right" },
        ],
        rows: history.map(({ happened_at, kind, shares, amount_pence, terms_number }) => [
          formatMoment(happened_at),
          inWords(kind),
          terms_number === null ? "" : String(terms_number),
          shares === null ? "" : count(shares),
          amount_pence === null ? "" : historySum(kind, amount_pence),
        ]),
      },
    ],
    foot: `${deal.company_name} · ${deal.deal_name} · Member ${holding.member}`,
    dated_on: londonDate(commitment.placed_at),
  };
}

/** The class often names the instrument already, in part or in full: "Ordinary", "Ordinary shares, one vote each". */
function boughtWords({ instrument, share_class }: CommitmentFacts["terms"]): string {
  const label = instrumentLabels[instrument];
  const [long, short] = [label.toLowerCase(), share_class.toLowerCase()];
  if (long.startsWith(short)) return label;
  return short.startsWith(long) ? share_class : `${label}, ${share_class}`;
}

/** "needs_reconsent" is "Needs reconsent". */
const inWords = (kind: string): string => `${kind.charAt(0).toUpperCase()}${kind.slice(1).replaceAll("_", " ")}`;

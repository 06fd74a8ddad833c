import { counted } from "#shared/counted.ts";
import { groupBy, sumOf } from "#shared/group-by.ts";
import { formatPence } from "#shared/pence.ts";
import type { OwnDocument } from "#shared/portfolio/own-documents.ts";
import {
  type DocumentGroupName,
  documentGroupOf,
  documentPath,
  documentsMessages as messages,
} from "#shared/portfolio/own-documents-messages.ts";
import type { Portfolio } from "#shared/portfolio/portfolio.ts";
import { formatTaxYear, taxYearOf } from "#shared/portfolio/tax-dates.ts";
import { yearEndMessages } from "#shared/portfolio/year-end-messages.ts";
import { longDate } from "#web/lib/format.ts";

type Lot = Portfolio["companies"][number]["lots"][number];

/** What a name leads to: a file of the API, a deal, or a company whose certificate has not come. */
export type DocumentTarget = { file: string } | { deal: string } | { company: string } | { isShown: true };

export interface DocumentRow {
  key: string;
  name: string;
  note: string;
  target: DocumentTarget;
  /** The state is set for a certificate that has not come. */
  state?: "late" | "awaited";
  company: { id: string; name: string } | null;
  /** The filter uses these years; a document of a tax year has both. */
  years: readonly number[];
}

export interface DocumentGroup {
  heading: string;
  note?: string;
  rows: readonly DocumentRow[];
}

export interface DocumentGroups {
  /** A group for each tax year, newest first. */
  tax: readonly DocumentGroup[];
  /** The groups are in the order of the page; those without a row are left out. */
  others: readonly DocumentGroup[];
}

/**
 * Everything of the reader's that is a file, by what it is for, in each group the newest first.
 * @param shownAt when the reader was last shown a deal; null for never.
 */
export function documentGroups(
  documents: readonly OwnDocument[],
  portfolio: Pick<Portfolio, "as_of" | "companies" | "unissued" | "events" | "steps">,
  shownAt: string | null,
): DocumentGroups {
  const byGroup = groupBy(documents, documentGroupOf);
  const rowsOf = (name: DocumentGroupName) =>
    (byGroup.get(name) ?? [])
      .map((one) => ({ day: dayOf(one, portfolio), row: rowOf(one, portfolio) }))
      .toSorted((one, other) => other.day.localeCompare(one.day))
      .map(({ row }) => row);
  const others = {
    own: rowsOf("own"),
    signed: rowsOf("signed"),
    shown: [...(shownAt === null ? [] : [shownRow(shownAt)]), ...rowsOf("shown")],
    payments: rowsOf("payments"),
  };
  return {
    tax: taxGroups(byGroup.get("tax") ?? [], portfolio),
    others: Object.entries(others)
      .map(([name, rows]) => ({
        heading: messages.groups[name as keyof typeof others],
        rows,
        ...(name === "signed" &&
          portfolio.unissued.length > 0 && {
            note: "What you signed for a deal comes here once its shares are issued",
          }),
      }))
      .filter(({ rows }) => rows.length > 0),
  };
}

function taxGroups(
  certificates: readonly OwnDocument[],
  { as_of, companies, steps }: Pick<Portfolio, "as_of" | "companies" | "events" | "steps">,
): DocumentGroup[] {
  const held = companies.flatMap(({ lots, ...company }) => lots.map((lot) => ({ lot, company })));
  const came = certificates.map((document) => {
    const lots = held.map(({ lot }) => lot).filter((lot) => isOf(document, lot));
    return { year: taxYearOf(lots[0]?.issued_on ?? document.dated_on), row: certificateRow(document, lots) };
  });
  const missing = held.flatMap(({ lot, company }) => {
    const state = lot.certificate;
    if (state !== "late" && state !== "awaited") return [];
    return [{ year: taxYearOf(lot.issued_on), row: missingRow(lot, company, state) }];
  });
  const current = taxYearOf(as_of);
  const first = taxYearOf([steps[0]?.day ?? as_of, ...held.map(({ lot }) => lot.issued_on)].toSorted()[0] ?? as_of);
  const isHolder = held.length > 0;
  const summaries = isHolder
    ? Array.from({ length: current - first + 1 }, (_, index) => ({
        year: current - index,
        row: summaryRow(current - index, current - index === current),
      }))
    : [];
  const rows = groupBy([...missing, ...came, ...summaries], ({ year }) => year);
  return [...rows]
    .toSorted(([one], [other]) => other - one)
    .map(([year, found]) => ({
      heading: messages.taxYear(formatTaxYear(year)),
      note: yearEndMessages.between(`${year}-04-06`, `${year + 1}-04-05`),
      rows: found.map(({ row }) => ({ ...row, years: [year, year + 1] })),
    }));
}

const noneHeld = { companies: [], events: [] };

const isOf = (document: OwnDocument, lot: Lot): boolean =>
  lot.deal_id === document.deal_id && lot.scheme === document.scheme;

function certificateRow(document: OwnDocument, lots: readonly Lot[]): DocumentRow {
  const cost = sumOf(lots, ({ cost_pence }) => cost_pence);
  const note = [cost > 0 ? formatPence(cost) : longDate(document.dated_on), ...claimWords(lots)];
  return { ...rowOf(document, noneHeld), note: note.join(". ") };
}

/** By when the relief that is not recorded is claimed; that all of it is claimed; nothing where none is kept. */
function claimWords(lots: readonly Lot[]): string[] {
  const kept = lots.filter(({ relief_claim_until }) => relief_claim_until !== null);
  const until = kept.find(({ relief_left_pence }) => relief_left_pence > 0)?.relief_claim_until;
  if (until) return [messages.claimBy(longDate(until))];
  return kept.length > 0 ? [messages.claimed] : [];
}

function missingRow(lot: Lot, company: { company_id: string; name: string }, state: "late" | "awaited"): DocumentRow {
  const note = [formatPence(lot.cost_pence), ...claimWords([lot])];
  return {
    key: `${lot.id} certificate`,
    state,
    note: note.join(". "),
    years: [],
    name: messages.certificate(lot.scheme ?? "", company.name),
    target: { company: company.company_id },
    company: { id: company.company_id, name: company.name },
  };
}

const summaryRow = (year: number, isRunning: boolean): DocumentRow => ({
  key: `summary ${year}`,
  company: null,
  years: [],
  name: messages.summary(formatTaxYear(year)),
  note: isRunning
    ? "So far: paid, received, sold, and reliefs you recorded"
    : "Paid, received, sold, and reliefs you recorded",
  target: { file: `/portfolio/me/year-end.pdf?tax_year=${year}` },
});

const shownRow = (shownAt: string): DocumentRow => ({
  key: "shown",
  company: null,
  years: [Number(shownAt.slice(0, 4))],
  name: "Every deal you were shown",
  note: "When, how, and with which terms",
  target: { isShown: true },
});

type Held = Pick<Portfolio, "companies" | "events">;

function rowOf(document: OwnDocument, held: Held): DocumentRow {
  const { id, kind, company_id, company_name, deal_id } = document;
  const file = documentPath(document);
  return {
    key: `${kind} ${id}`,
    name: messages.name(document),
    note: noteOf(document, held),
    target: file === null ? { deal: deal_id ?? "" } : { file },
    company: company_id && company_name ? { id: company_id, name: company_name } : null,
    years: [Number(dayOf(document, held).slice(0, 4))],
  };
}

const lotsOf = ({ deal_id }: OwnDocument, { companies }: Held): Lot[] =>
  companies.flatMap(({ lots }) => lots).filter((lot) => lot.deal_id !== null && lot.deal_id === deal_id);

/** What the club draws up is dated by what it is about, not by the day on which it was drawn. */
function dayOf(document: OwnDocument, held: Held): string {
  const { kind, dated_on, company_id } = document;
  const [lot] = lotsOf(document, held);
  if (lot && kind === "beneficial_certificate") return lot.issued_on;
  if (!lot || kind !== "ledger") return dated_on;
  // The company had the money once all of it was there.
  const paid = held.events.findLast(
    (event) => event.kind === "paid" && event.company_id === company_id && event.day <= lot.wired_on,
  );
  return paid?.day ?? lot.wired_on;
}

function noteOf(document: OwnDocument, held: Held): string {
  const { kind, deal_name } = document;
  const lots = lotsOf(document, held);
  const day = longDate(dayOf(document, held));
  if (kind === "beneficial_certificate" && lots.length > 0)
    return `${certified(lots)}, issued ${day}${splitSince(lots)}${heldNow(lots)}`;
  if (kind === "ledger" && lots.length > 0)
    return `You paid ${formatPence(sumOf(lots, ({ paid_in_pence }) => paid_in_pence))} in full by ${day}`;
  return kind === "deal_document" && deal_name !== null ? `${deal_name}, ${day}` : day;
}

function splitSince(lots: readonly Lot[]): string {
  const added = sumOf(lots, ({ shares_added }) => shares_added);
  if (added === 0) return "";
  return added > 0 ? ", before the split" : ", before the consolidation";
}

const certified = (lots: readonly Lot[]): string =>
  counted(
    sumOf(lots, ({ shares }) => shares),
    "share",
  );

/** A certificate says what was bought: sales and splits since are beside it. */
function heldNow(lots: readonly Lot[]): string {
  const left = sumOf(lots, ({ shares_left }) => shares_left);
  if (left === sumOf(lots, ({ shares }) => shares)) return "";
  return left === 0 ? ". You hold none of them now" : `. You hold ${counted(left, "share")} now`;
}

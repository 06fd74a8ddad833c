/** Apart from the schemas, so that a page can say these words without loading a validator. */
import { quarterWords } from "#shared/company-updates/company-quarters.ts";
import { type PaperKind, paperKinds, paperLabels } from "#shared/funds/funds-completion-messages.ts";
import { type ExitKind, exitKindLabels } from "#shared/funds/funds-exits-messages.ts";
import { ownPaperMessages } from "#shared/funds/own-funds-messages.ts";

export const documentKinds = [
  ...paperKinds,
  "signed_statement",
  "company_letter",
  "exit_statement",
  "price_evidence",
  "split_evidence",
  "deal_document",
] as const;
export type DocumentKind = (typeof documentKinds)[number];

const isPaper = (kind: DocumentKind): kind is PaperKind => (paperKinds as readonly string[]).includes(kind);

export const documentKindLabels: Record<DocumentKind, string> = {
  ...paperLabels,
  signed_statement: "Statement as you signed it",
  company_letter: "Letter of the company",
  exit_statement: "What you got for shares",
  price_evidence: "What shows a price",
  split_evidence: "What shows a split",
  deal_document: "Document of an open deal",
};

interface Named {
  kind: DocumentKind;
  title: string;
  scheme: "SEIS" | "EIS" | null;
  quarter: string | null;
}

/** "SEIS3, for your tax return"; "Letter of the company, third quarter of 2029"; a deal's document by its own title. */
export function documentLabel({ kind, title, scheme, quarter }: Named): string {
  if (kind === "relief_certificate" && scheme !== null) return ownPaperMessages.relief(scheme);
  if (kind === "company_letter" && quarter !== null)
    return `${documentKindLabels.company_letter}, ${quarterWords(quarter)}`;
  if (kind === "exit_statement")
    return `${documentKindLabels[kind]}: ${exitKindLabels[title as ExitKind].toLowerCase()}`;
  if (kind === "price_evidence" || kind === "split_evidence") return `${documentKindLabels[kind]}: ${title}`;
  if (kind === "deal_document") return title;
  return documentKindLabels[kind];
}

/** What documents are for, in the order of the page. */
export type DocumentGroupName = "tax" | "own" | "signed" | "shown" | "payments";

export function documentGroupOf({ kind }: { kind: DocumentKind }): DocumentGroupName {
  if (kind === "relief_certificate") return "tax";
  if (kind === "signed_commitment" || kind === "signed_statement") return "signed";
  if (kind === "deal_document") return "shown";
  return kind === "ledger" ? "payments" : "own";
}

export const documentsMessages = {
  title: "Documents",
  /** The title is for paper. */
  ofPerson: (name: string) => `Documents of ${name}`,
  groups: {
    own: "What you own",
    signed: "What you signed",
    shown: "Deals as you were shown them",
    payments: "Payments",
  } satisfies Record<Exclude<DocumentGroupName, "tax">, string>,
  taxYear: (year: string) => `For your tax return, ${year}`,
  earlierYears: (count: number) => (count === 1 ? "The tax year before" : `The ${count} tax years before`),
  more: (count: number) => `${count.toLocaleString("en-GB")} more`,
  certificate: (scheme: string, company: string) => `${scheme}3 certificate, ${company}`,
  claimBy: (day: string) => `Claim by ${day}`,
  claimed: "Claimed",
  summary: (year: string) => `Year-end summary ${year}`,
  payments: "All payments of this deal",
  states: { late: "Late", awaited: "Awaited" },
  name: (document: Named & { company_name: string | null }): string => {
    const { kind, scheme, company_name } = document;
    const of = (label: string) => (company_name === null ? label : `${label}, ${company_name}`);
    if (kind === "relief_certificate" && scheme !== null)
      return documentsMessages.certificate(scheme, company_name ?? "");
    if (kind === "signed_commitment") return of("Commitment");
    if (kind === "signed_statement") return "Investor statement";
    if (kind === "beneficial_certificate") return of("Certificate of beneficial ownership");
    if (kind === "ledger") return of(documentsMessages.payments);
    return of(documentLabel(document));
  },
} as const;

/** Returns the path of a document's file; `null` for what is read in its deal alone. */
export function documentPath({ kind, id }: { kind: DocumentKind; id: string }): string | null {
  if (isPaper(kind)) return `/papers/${id}`;
  if (kind === "signed_statement") return `/statements/me/${id}/pdf`;
  if (kind === "exit_statement") return `/exits/${id}/statement.pdf`;
  if (kind === "price_evidence") return `/valuations/${id}/evidence`;
  if (kind === "split_evidence") return `/share-actions/${id}/evidence`;
  return kind === "company_letter" ? `/company-updates/${id}/letter` : null;
}

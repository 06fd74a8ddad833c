import { hasControlCharacters, hasDeceptiveCharacters, isWebUrl } from "#shared/text-rules.ts";

export const richTextLimits = {
  textLength: 200_000,
  /** The limit counts the characters of the JSON. */
  characters: 500_000,
  nodes: 10_000,
  /** Lists in lists in lists, and no further. */
  depth: 10,
  tableRows: 100,
  tableColumns: 12,
  addressLength: 2000,
  altLength: 300,
  captionLength: 1000,
} as const;

export const calloutTones = ["info", "warning"] as const;

/** Words and numbers of the club that a text shows as they are now. */
export const richTextValueNames = [
  "product",
  "operator",
  "company_number",
  "address",
  "contact_email",
  "info_email",
  "regulation",
  "risk_warning",
  "minimum_investment",
  "founder_fee",
  "founder_fee_example",
  "cheque_minimum",
  "cheque_maximum",
  "deals_per_year",
  "weeks_to_close",
  "weeks_to_close_for_founders",
  "transfer_window",
  "fees_by_plan",
  "premium_outlay_example",
  "premium_break_even",
  "vip_break_even",
  "newsletter",
] as const;
export type RichTextValueName = (typeof richTextValueNames)[number];

/** Lines of an address are separated by line breaks. */
export type RichTextValues = Record<RichTextValueName, string>;

/** Drawn by `src/web/ui/rich-text/figures.ts`. */
export const figureNames = [
  "loss-after-relief",
  "exits-of-483",
  "contracts-after-five-years",
  "five-valuations",
  "revenue-multiples",
  "diligence-and-returns",
  "revenue-by-churn",
] as const;
export type FigureName = (typeof figureNames)[number];

/** A web address, an e-mail, a page of the site or a place on the page. */
export const isLinkAddress = (href: string): boolean =>
  isWebUrl(href) || /^(mailto:[^\s@<>"?]+@[^\s@<>"?]+|\/(?!\/)[^\s\\]*|\/|#[^\s\\]+)$/i.test(href);

/** PostgreSQL stores neither U+0000 nor half a surrogate pair. */
export const isPlainText = (text: string): boolean =>
  text.isWellFormed() && !hasControlCharacters(text) && !hasDeceptiveCharacters(text);

export const contentFilePath = (fileId: string): string => `/api/files/${fileId}`;

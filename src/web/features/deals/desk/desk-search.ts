import { oneOf, text, uuid } from "#web/lib/search-state.ts";

/** The order is that of the page. */
export const recordParts = [
  "company",
  "room",
  "terms",
  "page",
  "versions",
  "questions",
  "call",
  "interest",
  "mails",
  "notes",
  "moves",
] as const;
export type RecordPart = (typeof recordParts)[number];

/** The address says this of deals and enquiries. It has no `state`, which an address back from Google has. */
export const deskSearch = {
  write: oneOf(["enquiry", "import"] as const),
  deal: uuid,
  /** Mails that were sent have such addresses: parts were screens of their own. */
  part: oneOf([...recordParts, "closing"] as const),
  document: uuid,
  status: oneOf(["done", "not_taken_on"] as const),
  q: text,
};

import { oneOf, text, uuid } from "#web/lib/search-state.ts";

export const recordParts = [
  "page",
  "terms",
  "room",
  "versions",
  "questions",
  "call",
  "moves",
  "notes",
  "interest",
  "mails",
] as const;
export type RecordPart = (typeof recordParts)[number];

/** What the address says of deals and enquiries. Not `state`, which an address back from Google has. */
export const deskSearch = {
  write: oneOf(["enquiry", "import"] as const),
  deal: uuid,
  part: oneOf([...recordParts, "closing"] as const),
  document: uuid,
  status: oneOf(["done", "not_taken_on"] as const),
  q: text,
};

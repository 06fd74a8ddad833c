import { dealFilters } from "#shared/deals/deal-messages.ts";
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

/** What the address says of the desk. Not `state`, which an address back from Google has. */
export const deskSearch = {
  section: oneOf(["companies", "closing", "shares", "updates", "register"] as const),
  write: oneOf(["enquiry", "import"] as const),
  deal: uuid,
  part: oneOf(recordParts),
  document: uuid,
  company: uuid,
  exit: uuid,
  import: uuid,
  list: oneOf(["imports"]),
  status: oneOf(dealFilters),
  q: text,
};

/** Of another section: nothing else stays. */
export const closedDesk = {
  section: "",
  write: "",
  deal: "",
  part: "",
  document: "",
  company: "",
  exit: "",
  import: "",
  list: "",
  status: "",
  q: "",
} as const;

import { termLabels } from "#shared/deals/deal-desk-messages.ts";
import {
  allocationMethodLabels,
  assuranceLabels,
  dealSchemeLabels,
  instrumentLabels,
} from "#shared/deals/deal-messages.ts";
import type { NumberedTerms } from "#shared/deals/deals.ts";
import { formatPounds } from "#shared/format-pounds.ts";
import { formatDay } from "#shared/london-time.ts";
import { tierLabels } from "#shared/people/people-messages.ts";
import { formatLondonTime } from "#web/lib/format.ts";
import type { Row } from "../row-difference.tsx";

type Name = keyof typeof termLabels;

/** Each term in words, in the order of the form. */
export const termRows = (terms: NumberedTerms): Row[] =>
  (Object.keys(termLabels) as Name[]).map((name) => [termLabels[name], wordsOf(terms, name)]);

function wordsOf(terms: NumberedTerms, name: Name): string {
  const value = terms[name];
  if (value === null) return "";
  if (typeof value === "number") return name.endsWith("_pence") ? formatPounds(value) : String(value);
  switch (name) {
    case "scheme":
      return dealSchemeLabels[terms.scheme];
    case "instrument":
      return instrumentLabels[terms.instrument];
    case "assurance":
      return assuranceLabels[terms.assurance];
    case "allocation_method":
      return allocationMethodLabels[terms.allocation_method];
    case "price":
      return `£${terms.price}`;
    case "use_of_funds":
      return terms.use_of_funds.map(({ what, percent }) => `${what}: ${percent}%`).join("\n");
    case "risks":
      return terms.risks.join("\n");
    case "priority_tiers":
      return terms.priority_tiers.map((tier) => tierLabels[tier]).join(", ");
    case "opens_at":
    case "priority_until":
    case "closes_at":
      return formatLondonTime(terms[name]);
    case "assurance_on":
    case "completion_expected_on":
      return formatDay(String(value));
    default:
      return String(value);
  }
}

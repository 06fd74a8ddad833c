import { companyInRound } from "#shared/company-in-round.ts";
import type { Portfolio } from "#shared/portfolio/portfolio.ts";

interface OfLot {
  company_id: string | null;
  name: string | null;
  lot_id: string | null;
}

/** The company of a lot, with its round where the reader's lots are of several, and the lot's scheme. */
export function lotWords({ companies }: Pick<Portfolio, "companies">, { company_id, name, lot_id }: OfLot) {
  const lots = companies.find((company) => company.company_id === company_id)?.lots ?? [];
  const lot = lots.find(({ id }) => id === lot_id);
  const isOneOfSeveral = new Set(lots.map(({ deal_id }) => deal_id)).size > 1;
  return {
    company: companyInRound(name ?? "", (isOneOfSeveral && lot?.deal_name) || null),
    scheme: lot?.scheme ?? "",
  };
}

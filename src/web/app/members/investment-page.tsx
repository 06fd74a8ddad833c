import { InvestmentDetail } from "#web/features/companies/investment-detail.tsx";
import { MembersOnly } from "./members-only.tsx";

export function InvestmentPage() {
  return <MembersOnly>{() => <InvestmentDetail />}</MembersOnly>;
}

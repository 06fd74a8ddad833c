import { InvestmentDetail } from "./investments/investment-detail.tsx";
import { MembersOnly } from "./members-only.tsx";

export function InvestmentPage() {
  return <MembersOnly>{() => <InvestmentDetail />}</MembersOnly>;
}

import InvestorTypes from "#web/content/investor-types.mdx";
import { LegalPage } from "./legal/legal-page.tsx";

export function InvestorTypesPage() {
  return (
    <LegalPage
      side="Disclosure"
      title="High-net-worth and sophisticated investors"
      description="Whom the club’s offers are for, what you declare when you say you are one of them, and what you give up."
      updated="2026-11-20"
      Text={InvestorTypes}
    />
  );
}

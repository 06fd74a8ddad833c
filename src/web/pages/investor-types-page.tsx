import { paths } from "#shared/paths.ts";
import InvestorTypes, { tableOfContents } from "#web/content/investor-types.mdx";
import { useClub } from "#web/lib/use-club.ts";
import { LegalPage } from "./legal/legal-page.tsx";

export function InvestorTypesPage() {
  const club = useClub();
  return (
    <LegalPage
      path={paths.hnwiSi}
      title="High-net-worth and sophisticated investors"
      description="Whom the club’s offers are for, what you declare when you say you are one of them, and what you give up."
      side="Disclosure"
      updated="2026-11-20"
      lead={`Offers made through ${club.identity.name} are for high-net-worth and sophisticated investors. Here is what those words mean, what you sign, and what you give up by signing.`}
      Text={InvestorTypes}
      headings={tableOfContents}
    />
  );
}

import Terms from "#web/content/terms.mdx";
import { LegalPage } from "./legal/legal-page.tsx";

export function TermsPage() {
  return (
    <LegalPage
      title="Terms of use"
      description="The agreement between you and the club when you use this website."
      updated="2025-02-10"
      Text={Terms}
    />
  );
}

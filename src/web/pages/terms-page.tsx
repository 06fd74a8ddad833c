import { paths } from "#shared/paths.ts";
import Terms, { tableOfContents } from "#web/content/terms.mdx";
import { LegalPage } from "./legal/legal-page.tsx";

export function TermsPage() {
  return (
    <LegalPage
      path={paths.terms}
      title="Terms of use"
      description="The agreement between you and the club when you use this website."
      side="Legal"
      updated="2025-02-10"
      lead="What you may do on this website, what you may not, and what we answer for. They cover the site; an investment has papers of its own."
      Text={Terms}
      headings={tableOfContents}
    />
  );
}

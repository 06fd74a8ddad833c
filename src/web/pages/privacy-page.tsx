import { paths } from "#shared/paths.ts";
import Privacy, { tableOfContents } from "#web/content/privacy.mdx";
import { useClub } from "#web/lib/use-club.ts";
import { LegalPage } from "./legal/legal-page.tsx";

export function PrivacyPage() {
  const club = useClub();
  return (
    <LegalPage
      path={paths.privacy}
      title="Privacy policy"
      description="What personal data the club collects, why, for how long, and your rights over it."
      side="Legal"
      updated="2025-02-10"
      lead={`What ${club.identity.name} knows about you, why, who else sees it, for how long, and what you can ask of us.`}
      Text={Privacy}
      headings={tableOfContents}
    />
  );
}

import Privacy from "#web/content/privacy.mdx";
import { LegalPage } from "./legal/legal-page.tsx";

export function PrivacyPage() {
  return (
    <LegalPage
      title="Privacy policy"
      description="What personal data the club collects, why, for how long, and your rights over it."
      updated="2025-02-10"
      Text={Privacy}
    />
  );
}

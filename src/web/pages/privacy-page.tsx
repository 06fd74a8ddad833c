import { paths } from "#shared/paths.ts";
import { usePublishedPage } from "#web/lib/site-content.ts";
import { LegalPage } from "./legal/legal-page.tsx";

export const PrivacyPage = () => <LegalPage path={paths.privacy} page={usePublishedPage("privacy")} />;

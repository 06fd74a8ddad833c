import { paths } from "#shared/paths.ts";
import { usePublishedPage } from "#web/lib/site-content.ts";
import { LegalPage } from "./legal/legal-page.tsx";

export const InvestorTypesPage = () => <LegalPage path={paths.hnwiSi} page={usePublishedPage("hnwi-si")} />;

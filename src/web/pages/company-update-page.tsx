import "#web/features/company-updates/company-updates.css";
import { quarterWords } from "#shared/company-updates/company-quarters.ts";
import type { UpdateLink } from "#shared/company-updates/company-updates.ts";

import { paths } from "#shared/paths.ts";
import { longDate } from "#web/lib/format.ts";
import { lazyPage, Page } from "#web/lib/lazy-page.tsx";
import { CompanyLinkPage } from "./company-link/company-link-page.tsx";

const founderForm = lazyPage(() => import("./company-update/founder-form.tsx").then((file) => file.FounderForm));

/** A founder's, by the link of a mail and without an account. */
export const CompanyUpdatePage = () => (
  <CompanyLinkPage<UpdateLink>
    title="Company update"
    path={paths.companyUpdate}
    endpoint="/company-update-links/read"
    done={{
      title: "Thank you, it is sent",
      text: "The club reads your update and then shows it to the members who hold your shares. You can close this page.",
    }}
  >
    {({ link, ...given }) => (
      <>
        <h1 className="d2 wrap-anywhere">How did {link.company_name} do?</h1>
        <p className="muted mt-3 mb-8">
          The {quarterWords(link.quarter)}, for those who hold your shares through the club. Six numbers and a few lines
          are enough. The link works once, until {longDate(link.expires_at)}; what you type is kept in this tab until
          you send it.
        </p>
        <Page page={founderForm} quarter={link.quarter} {...given} />
      </>
    )}
  </CompanyLinkPage>
);

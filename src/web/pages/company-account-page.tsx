import type { AccountLink } from "#shared/funds/company-account.ts";

import { paths } from "#shared/paths.ts";
import { longDate } from "#web/lib/format.ts";
import { lazyPage, Page } from "#web/lib/lazy-page.tsx";
import { CompanyLinkPage } from "./company-link/company-link-page.tsx";

const accountForm = lazyPage(() => import("./company-account/account-form.tsx").then((file) => file.AccountForm));

/** Where a round is paid to, typed by the company's contact by the link of a mail and without an account. */
export const CompanyAccountPage = () => (
  <CompanyLinkPage<AccountLink>
    title="The company’s account"
    path={paths.companyAccount}
    endpoint="/company-account-links/read"
    done={{
      title: "Thank you, it is sent",
      text: "The club rings you before it pays, at a number that it did not get by mail. It never sends account details by mail. You can close this page.",
    }}
  >
    {({ link, ...given }) => (
      <>
        <h1 className="d2 wrap-anywhere">Which account of {link.company_name} should we pay?</h1>
        <p className="muted mt-3 mb-8 wrap-anywhere">
          The club pays the money of the round to it, in one sum. The link works once, until {longDate(link.expires_at)}
          .
        </p>
        <Page page={accountForm} company={link.company_name} {...given} />
      </>
    )}
  </CompanyLinkPage>
);

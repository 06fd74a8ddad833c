import type { Session } from "#shared/account/session.ts";
import { CompanyUpdates, UpdatesOfCompany } from "#web/features/company-updates/update-desk.tsx";
import { AllCompanies } from "#web/features/deals/all-companies.tsx";
import { ShareDesk } from "#web/features/portfolio/share-desk.tsx";
import { oneOf, useSearchState, uuid } from "#web/lib/search-state.ts";
import { useSectionOfAddress } from "#web/ui/use-section-of-address.ts";

/** The companies of which members hold shares, what each tells, and all that ever asked; or the one, the exit or the import that the address names. */
export function Companies({ session }: { session: Session }) {
  const { state, linkTo } = useSearchState(companySearch);
  const sections = useSectionOfAddress();
  if (state.company)
    return (
      <div className="grid gap-8">
        <ShareDesk />
        <UpdatesOfCompany id={state.company} />
      </div>
    );
  if (state.exit || state.import || state.list) return <ShareDesk />;
  return (
    <div ref={sections} className="in-turn grid gap-9">
      <ShareDesk />
      <div id="updates" className="scroll-mt-24 outline-none">
        <CompanyUpdates linkTo={(company) => linkTo({ company })} />
      </div>
      <AllCompanies userId={session.user.id} />
    </div>
  );
}

const companySearch = { company: uuid, exit: uuid, import: uuid, list: oneOf(["imports"]) };

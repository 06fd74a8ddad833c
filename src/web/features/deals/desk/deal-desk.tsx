import "#web/styles/people.css";
import "./desk.css";
import { Suspense } from "react";
import type { Session } from "#shared/account/session.ts";
import { dealDeskMessages as messages } from "#shared/deals/deal-desk-messages.ts";
import { dealRegisterMessages } from "#shared/deals/deal-register-messages.ts";
import { closingMessages } from "#shared/funds/funds-desk-messages.ts";
import { lazyPage, Page } from "#web/lib/lazy-page.tsx";
import { useSearchState } from "#web/lib/search-state.ts";
import { RowSkeletons } from "#web/ui/list/row-skeletons.tsx";
import { WordTabs } from "#web/ui/tabs.tsx";
import { closedDesk, deskSearch } from "./desk-search.ts";
import { Pipeline } from "./pipeline/pipeline.tsx";

const companies = lazyPage(() => import("./companies/companies.tsx").then((file) => file.Companies));
const closing = lazyPage(() => import("../closing/closing.tsx").then((file) => file.Closing));
const shares = lazyPage(() => import("#web/features/portfolio/share-desk.tsx").then((file) => file.ShareDesk));
const updates = lazyPage(() => import("#web/features/company-updates/update-desk.tsx").then((file) => file.UpdateDesk));
const register = lazyPage(() => import("./register/register.tsx").then((file) => file.Register));
const addEnquiry = lazyPage(() => import("./enquiries/add-enquiry.tsx").then((file) => file.AddEnquiry));
const importEnquiries = lazyPage(() => import("./enquiries/import-enquiries.tsx").then((file) => file.ImportEnquiries));
const dealPage = lazyPage(() => import("./record/deal-page.tsx").then((file) => file.DealPage));

export function DealDesk({ session }: { session: Session }) {
  const { state, linkTo } = useSearchState(deskSearch);
  const { section, deal, write } = state;
  const own = { userId: session.user.id };
  const back = linkTo({ deal: "", part: "", document: "", write: "" });
  if (deal && section !== "closing") return <Loaded page={dealPage} key={deal} id={deal} backTo={back} {...own} />;
  if (write === "enquiry") return <Loaded page={addEnquiry} key={write} backTo={back} {...own} />;
  if (write === "import") return <Loaded page={importEnquiries} key={write} backTo={back} />;
  const tab = (label: string, of: typeof section) => ({
    label,
    to: linkTo({ ...closedDesk, section: of }),
    isCurrent: of === section,
  });
  return (
    <>
      <WordTabs
        label="Deal Desk"
        items={[
          tab(messages.pipeline, ""),
          tab("Companies", "companies"),
          tab(closingMessages.label, "closing"),
          tab("Prices and exits", "shares"),
          tab("Updates", "updates"),
          tab(dealRegisterMessages.label, "register"),
        ]}
      />
      <div className="pt-2.5">
        {section === "" && <Pipeline {...own} />}
        {section === "companies" && <Loaded page={companies} key={section} {...own} />}
        {section === "closing" && <Loaded page={closing} key={section} />}
        {section === "shares" && <Loaded page={shares} key={section} />}
        {section === "updates" && <Loaded page={updates} key={section} />}
        {section === "register" && <Loaded page={register} key={section} />}
      </div>
    </>
  );
}

const Loaded: typeof Page = (props) => (
  <Suspense fallback={<RowSkeletons label={messages.loading} count={4} />}>
    <Page {...props} />
  </Suspense>
);

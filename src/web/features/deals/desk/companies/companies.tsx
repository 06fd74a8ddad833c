import "#web/styles/people.css";
import "../desk.css";
import { lazy, Suspense, useState } from "react";
import type { Session } from "#shared/account/session.ts";
import { companyMessages as messages } from "#shared/deals/deal-desk-messages.ts";
import { dealStateLabels } from "#shared/deals/deal-messages.ts";
import type { Company, ListedCompany } from "#shared/deals/deals.ts";
import { paths } from "#shared/paths.ts";
import { CompanyUpdates, UpdatesOfCompany } from "#web/features/company-updates/update-desk.tsx";
import { ShareDesk } from "#web/features/portfolio/share-desk.tsx";
import { ListScreen } from "#web/lib/list-screen.tsx";
import { oneOf, useSearchState, uuid } from "#web/lib/search-state.ts";
import { InlineLink } from "#web/ui/link.tsx";
import type { RecordColumn } from "#web/ui/record-table.tsx";
import { RowAction } from "#web/ui/row-action.tsx";

const CompanyPanel = lazy(() => import("./company-panel.tsx").then((file) => ({ default: file.CompanyPanel })));

/** The companies of which members hold shares, what each tells, and all that ever asked; or the one, the exit or the import that the address names. */
export function Companies({ session }: { session: Session }) {
  const { state, linkTo } = useSearchState(companySearch);
  if (state.company)
    return (
      <div className="grid gap-8">
        <ShareDesk />
        <UpdatesOfCompany id={state.company} />
      </div>
    );
  if (state.exit || state.import || state.list) return <ShareDesk />;
  return (
    <div className="grid gap-9">
      <ShareDesk />
      <CompanyUpdates linkTo={(company) => linkTo({ company })} />
      <AllCompanies userId={session.user.id} />
    </div>
  );
}

const companySearch = { company: uuid, exit: uuid, import: uuid, list: oneOf(["imports"]) };

function AllCompanies({ userId }: { userId: string }) {
  const [opened, setOpened] = useState<{ company: Company; isOpen: boolean }>();
  return (
    <>
      <ListScreen<ListedCompany>
        title="All companies"
        isBlock
        isInPage
        path="/companies"
        noun="companies"
        loading="Loading the companies"
        failed="The companies could not be loaded"
        search="Company or founder"
        caption="Companies"
        columns={[...columns, editColumn((company) => setOpened({ company, isOpen: true }))]}
        empty={{ title: "No company yet", text: "A company is here with its first enquiry." }}
        nothing={{
          title: "No company found",
          text: "No company and no founder has these words.",
          showAll: "Show all companies",
        }}
      />
      <Suspense>
        {opened && (
          <CompanyPanel
            {...opened}
            key={`${opened.company.id} ${opened.company.updated_at}`}
            userId={userId}
            onClose={() => setOpened({ ...opened, isOpen: false })}
          />
        )}
      </Suspense>
    </>
  );
}

const columns: RecordColumn<ListedCompany>[] = [
  { header: "Company", className: "wrap-anywhere", cell: ({ name }) => name },
  { header: "What it does", isWideOnly: true, className: "wrap-anywhere", cell: ({ one_line }) => one_line },
  { header: "Sector", isWideOnly: true, className: "min-w-24 wrap-anywhere", cell: ({ sector }) => sector },
  {
    header: "Founders",
    className: "wrap-anywhere",
    cell: ({ founders }) => founders.map(({ name }) => name).join(", "),
  },
  {
    header: "Deals",
    className: "@min-[40rem]:min-w-40 wrap-anywhere",
    cell: ({ deals }) => deals.length > 0 && <Deals deals={deals} />,
  },
];

const editColumn = (onOpen: (company: ListedCompany) => void): RecordColumn<ListedCompany> => ({
  header: "Actions",
  isActions: true,
  cell: (company) => (
    <RowAction labelEnd={company.name} onClick={() => onOpen(company)}>
      {messages.edit}
    </RowAction>
  ),
});

const Deals = ({ deals }: Pick<ListedCompany, "deals">) => (
  <div className="grid gap-0.5">
    {deals.map(({ id, name, state }) => (
      <span key={id}>
        <InlineLink to={paths.deal(id)} isQuiet>
          {name}
        </InlineLink>
        <span className="muted">, {dealStateLabels[state]}</span>
      </span>
    ))}
  </div>
);

import "#web/styles/people.css";
import "./desk/desk.css";
import { lazy, Suspense, useState } from "react";
import { adminPaths } from "#shared/admin-paths.ts";
import { companyMessages as messages } from "#shared/deals/deal-desk-messages.ts";
import { dealStateLabels } from "#shared/deals/deal-messages.ts";
import type { Company, ListedCompany } from "#shared/deals/deals.ts";
import { ListScreen } from "#web/lib/list-screen.tsx";
import { InlineLink } from "#web/ui/link.tsx";
import type { RecordColumn } from "#web/ui/record-table.tsx";
import { RowAction } from "#web/ui/row-action.tsx";

const CompanyPanel = lazy(() =>
  import("./desk/companies/company-panel.tsx").then((file) => ({ default: file.CompanyPanel })),
);

/** Every company that ever asked, with its founders and deals. */
export function AllCompanies({ userId }: { userId: string }) {
  const [opened, setOpened] = useState<{ company: Company; isOpen: boolean }>();
  return (
    <>
      <ListScreen<ListedCompany>
        title="All companies"
        isBlock
        isInPage
        path="/companies"
        noun="companies"
        thing="The list of all companies"
        loading="Loading the companies"
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
    isBeside: true,
    className: "wrap-anywhere",
    cell: ({ founders }) => founders.map(({ name }) => name).join(", "),
  },
  {
    header: "Deals",
    isPlain: true,
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
        <InlineLink to={adminPaths.deal(id)} isQuiet>
          {name}
        </InlineLink>
        <span className="muted">, {dealStateLabels[state]}</span>
      </span>
    ))}
  </div>
);

import { shortQuarter } from "#shared/company-updates/company-quarters.ts";
import type { ListedUpdateCompany } from "#shared/company-updates/company-updates.ts";
import { updateDeskMessages as messages, updateStateLabels } from "#shared/company-updates/company-updates-messages.ts";
import { lazyPage, Page } from "#web/lib/lazy-page.tsx";
import { ListScreen } from "#web/lib/list-screen.tsx";
import { ViewBoundary } from "#web/lib/view-boundary.tsx";
import { InlineLink } from "#web/ui/link.tsx";
import { None, type RecordColumn } from "#web/ui/record-table.tsx";
import { UpdateStateBadge } from "./desk/update-state-badge.tsx";

const updatesPart = lazyPage(() => import("./desk/update-company-page.tsx").then((file) => file.UpdateCompanyPage));

/** What a company told, quarter by quarter; nothing of one whose shares nobody holds. */
export const UpdatesOfCompany = ({ id }: { id: string }) => (
  <ViewBoundary name={id}>
    <Page key={id} page={updatesPart} id={id} />
  </ViewBoundary>
);

const columnsOf = (linkTo: (id: string) => string): RecordColumn<ListedUpdateCompany>[] => [
  {
    header: "Company",
    className: "w-full",
    cell: ({ id, name }) => (
      <InlineLink to={linkTo(id)} isQuiet>
        {name}
      </InlineLink>
    ),
  },
  {
    header: "Last quarter",
    isBeside: true,
    className: "num whitespace-nowrap",
    cell: ({ last_quarter }) =>
      last_quarter ? (
        <span className="flex items-center gap-x-2 @max-[40rem]:flex-wrap @max-[40rem]:justify-end">
          {shortQuarter(last_quarter.quarter)} <UpdateStateBadge state={last_quarter.state} />
        </span>
      ) : (
        messages.noQuarter
      ),
  },
  {
    header: "Last published",
    className: "num whitespace-nowrap",
    cell: ({ latest_published }) => (latest_published ? shortQuarter(latest_published) : <None>None</None>),
  },
  { header: "Missed", isRight: true, className: "num", cell: ({ missed }) => (missed === 0 ? <None>0</None> : missed) },
  {
    header: updateStateLabels.to_publish,
    isRight: true,
    className: "num",
    cell: ({ to_publish }) => (to_publish === 0 ? <None>0</None> : to_publish),
  },
];

export const CompanyUpdates = ({ linkTo }: { linkTo: (id: string) => string }) => (
  <ListScreen<ListedUpdateCompany>
    title="Updates"
    isBlock
    isInPage
    path="/company-updates"
    noun="companies"
    thing="The updates of companies"
    loading="Loading companies"
    caption="Companies whose shares members hold"
    columns={columnsOf(linkTo)}
    isMarked={({ to_publish }) => to_publish > 0}
    empty={{
      title: "No company yet",
      text: "Once a deal is complete, its company is asked for an update after each quarter.",
    }}
  />
);

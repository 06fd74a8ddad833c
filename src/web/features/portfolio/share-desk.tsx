import { counted } from "#shared/counted.ts";
import { formatPrice } from "#shared/pence.ts";
import type { HeldCompany } from "#shared/portfolio/portfolio.ts";
import { shareDeskMessages as messages } from "#shared/portfolio/portfolio-desk-messages.ts";
import { worthWords } from "#shared/portfolio/portfolio-page-messages.ts";
import { shortDate } from "#web/lib/format.ts";
import { lazyPage, Page } from "#web/lib/lazy-page.tsx";
import { ListScreen } from "#web/lib/list-screen.tsx";
import { oneOf, useSearchState, uuid } from "#web/lib/search-state.ts";
import { ViewBoundary } from "#web/lib/view-boundary.tsx";
import { InlineLink, LinkButton } from "#web/ui/link.tsx";
import type { RecordColumn } from "#web/ui/record-table.tsx";
import { AgeBadge } from "./desk/age-badge.tsx";

const companyPage = lazyPage(() => import("./desk/held-company-page.tsx").then((file) => file.HeldCompanyPage));
const exitPage = lazyPage(() => import("#web/features/funds/exit-page.tsx").then((file) => file.ExitPage));

const importsPage = lazyPage(() => import("./desk/imports/imports-page.tsx").then((file) => file.ImportsPage));
const importPage = lazyPage(() => import("./desk/imports/import-page.tsx").then((file) => file.ImportPage));

const search = { company: uuid, exit: uuid, import: uuid, list: oneOf(["imports"]) };

/** The companies of which members hold shares, or the one, the exit or the import that the address names. */
export function ShareDesk() {
  const { state, linkTo } = useSearchState(search);
  if (state.exit)
    return (
      <ViewBoundary name={state.exit}>
        <Page
          key={state.exit}
          page={exitPage}
          id={state.exit}
          linkToCompany={(company) => linkTo({ company, exit: "" })}
        />
      </ViewBoundary>
    );
  if (state.company)
    return (
      <ViewBoundary name={state.company}>
        <Page
          key={state.company}
          page={companyPage}
          id={state.company}
          backTo={linkTo({ company: "" })}
          linkToExit={(exit) => linkTo({ exit })}
        />
      </ViewBoundary>
    );
  if (state.import)
    return (
      <ViewBoundary name={state.import}>
        <Page key={state.import} page={importPage} id={state.import} backTo={linkTo({ import: "", list: "imports" })} />
      </ViewBoundary>
    );
  if (state.list)
    return (
      <ViewBoundary name={state.list}>
        <Page
          page={importsPage}
          backTo={linkTo({ list: "" })}
          linkTo={(id: string) => linkTo({ import: id, list: "" })}
        />
      </ViewBoundary>
    );
  return <Companies linkTo={(company) => linkTo({ company })} toImports={linkTo({ list: "imports" })} />;
}

interface CompaniesProps {
  linkTo: (company: string) => string;
  toImports: string;
}

const Companies = ({ linkTo, toImports }: CompaniesProps) => (
  <ListScreen<HeldCompany>
    title="Companies"
    path="/held-companies"
    noun="companies"
    thing="The companies that members hold"
    loading={messages.loading}
    tools={
      <LinkButton to={toImports} variant="outline" isSmall>
        Earlier holdings
      </LinkButton>
    }
    caption="Companies of which members hold shares, the oldest price first"
    columns={columnsOf(linkTo)}
    isMarked={({ waiting_prices, waiting_exits, waiting_splits }) =>
      waiting_prices + waiting_exits + waiting_splits > 0
    }
    empty={{ title: "Members hold no shares yet", text: "Companies appear here once a deal completes." }}
  />
);

const columnsOf = (linkTo: (company: string) => string): RecordColumn<HeldCompany>[] => [
  {
    header: "Company",
    className: "wrap-anywhere",
    cell: ({ id, name }) => (
      <InlineLink to={linkTo(id)} isQuiet>
        {name}
      </InlineLink>
    ),
  },
  {
    header: messages.price,
    isRight: true,
    className: "num",
    cell: ({ state, price }) => (state === "sold" ? messages.states.sold : formatPrice(price.price)),
  },
  {
    header: messages.restsOn,
    className: "num whitespace-nowrap",
    cell: ({ state, price }) => state !== "sold" && shortDate(price.as_of),
  },
  {
    header: messages.age,
    cell: ({ state, price }) => state !== "sold" && <AgeBadge state={state} price={price} />,
  },
  {
    header: "Members’ shares",
    isBeside: true,
    isRight: true,
    className: "num",
    cell: ({ value_pence, range_pence }) => worthWords(value_pence, range_pence),
  },
  {
    header: "Waits",
    className: "num",
    cell: ({ waiting_prices, waiting_exits, waiting_splits }) =>
      [
        waiting_prices > 0 && counted(waiting_prices, "price"),
        waiting_exits > 0 && counted(waiting_exits, "exit"),
        waiting_splits > 0 && counted(waiting_splits, "split"),
      ]
        .filter(Boolean)
        .join(", "),
  },
];

import "./open-deals.css";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { dealSchemeLabels } from "#shared/deals/deal-messages.ts";
import type { ListedOpenDeal } from "#shared/deals/deals.ts";
import {
  openDealsMessages as messages,
  openDealMoments,
  openDealStateLabels,
} from "#shared/deals/open-deal-messages.ts";
import { formatPounds } from "#shared/format-pounds.ts";
import { formatPrice } from "#shared/pence.ts";
import { rangeWords } from "#shared/range-words.ts";
import { commitmentWords } from "#web/features/commitments/commitment-words.ts";
import { AskDealMails } from "#web/features/notices/ask-deal-mails.tsx";
import { ownStatementsQuery } from "#web/features/statements/own-statements-query.ts";
import { ShownLink } from "#web/features/statements/shown-link.tsx";
import { longDate, shortLondonTime } from "#web/lib/format.ts";
import { openDealsQuery } from "#web/lib/gated-queries.ts";
import { lazyPage, Page } from "#web/lib/lazy-page.tsx";
import { useSearchState } from "#web/lib/search-state.ts";
import { ViewBoundary } from "#web/lib/view-boundary.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { RowSkeletons } from "#web/ui/list/row-skeletons.tsx";
import { Moment } from "#web/ui/moment.tsx";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { RouteLink } from "#web/ui/route-link.tsx";
import { ViewHead } from "#web/ui/view-head.tsx";
import { ClosedDeals, DealsFailed, RiskWarning } from "./closed-deals.tsx";
import { answerWords, openDealTones } from "./deal-words.ts";
import { openDealsSearch } from "./deals-search.ts";

const dealPage = lazyPage(() => import("./deal-page.tsx").then((file) => file.DealPage));

/** All deals, or the one that the address names, behind the reader's statement. */
export function OpenDeals() {
  const { state, linkTo } = useSearchState(openDealsSearch);
  const { data: own, isPending, refetch } = useQuery(ownStatementsQuery);
  const isOpen = own?.gate === "open";
  useEffect(() => {
    // The page is read next; a failure is told when it is shown.
    if (isOpen) dealPage.load().catch(() => {});
  }, [isOpen]);
  // A deal that its reader bought is open without a statement.
  if (state.deal)
    return (
      <ViewBoundary name={state.deal}>
        <Page page={dealPage} id={state.deal} backTo={linkTo({ deal: "", document: "" })} />
      </ViewBoundary>
    );
  return (
    <section aria-labelledby="open-deals">
      <ViewHead id="open-deals" title={messages.label}>
        {isOpen && <p className="note">Everyone with a valid statement sees a deal at the same moment</p>}
      </ViewHead>
      {isPending && <RowSkeletons label={messages.loading} />}
      {!isPending && !own && <DealsFailed onRetry={() => void refetch()} />}
      {isOpen && <OpenDealList linkTo={(deal) => linkTo({ deal })} />}
      {own && own.gate !== "open" && <ClosedDeals gate={own.gate} />}
    </section>
  );
}

interface OpenDealListProps {
  linkTo: (id: string) => string;
}

export function OpenDealList({ linkTo }: OpenDealListProps) {
  const { data, isPending, refetch } = useQuery(openDealsQuery);
  if (isPending) return <RowSkeletons label={messages.loading} />;
  if (!data) return <DealsFailed onRetry={() => void refetch()} />;
  if (data.gate !== "open") return <ClosedDeals gate={data.gate} />;
  const { warnings, valid_through, items } = data.answer;
  return (
    <div className="grid gap-4">
      {items.length > 0 ? (
        <>
          <RiskWarning
            warnings={warnings}
            rest={`These pages are for you because your investor statement is valid until ${longDate(valid_through)}.`}
          />
          <RecordTable
            caption="Deals, with their terms and what you said to them"
            columns={[nameColumn(linkTo), ...columns]}
            rows={items}
            rowKey={({ id }) => id}
          />
        </>
      ) : (
        <EmptyState isCard title="No deal is open" text="You are told here when one opens." />
      )}
      <AskDealMails />
      <ShownLink isExplained isShownNow={items.length > 0} />
    </div>
  );
}

const nameColumn = (linkTo: OpenDealListProps["linkTo"]): RecordColumn<ListedOpenDeal> => ({
  header: "Company",
  className: "w-full",
  cell: ({ id, company_name, one_line, is_new }) => (
    <div className="deal-row">
      <p>
        <RouteLink className="d4 wrap-anywhere no-underline" to={linkTo(id)}>
          {company_name}
        </RouteLink>{" "}
        {is_new && <Badge tone="upcoming">{messages.isNew}</Badge>}
      </p>
      {one_line && <p className="muted wrap-anywhere">{one_line}</p>}
    </div>
  ),
});

const columns: RecordColumn<ListedOpenDeal>[] = [
  { header: "Scheme", className: "whitespace-nowrap", cell: ({ scheme }) => dealSchemeLabels[scheme] },
  { header: "A share", isRight: true, className: "num", cell: ({ price }) => formatPrice(price) },
  {
    header: "Club round",
    isRight: true,
    className: "num @min-[56rem]:whitespace-nowrap",
    cell: ({ club_minimum_pence, club_maximum_pence }) =>
      rangeWords(formatPounds(club_minimum_pence), formatPounds(club_maximum_pence)),
  },
  {
    header: "State",
    className: "@min-[56rem]:whitespace-nowrap",
    cell: (deal) => (
      <div className="grid justify-items-start @max-[40rem]:justify-items-end">
        <Badge tone={openDealTones[deal.state]} isPlain>
          {openDealStateLabels[deal.state]}
        </Badge>
        <span className="note num">
          <Moment text={openDealMoments[deal.state](shortLondonTime(momentOf(deal)))} />
        </span>
      </div>
    ),
  },
  {
    header: "You",
    className: "num @min-[56rem]:whitespace-nowrap",
    cell: ({ commitment, ...deal }) => (commitment ? commitmentWords(commitment) : <Answer {...deal} />),
  },
];

const momentOf = ({ state, opens_at, closes_at }: ListedOpenDeal): string =>
  state === "opens_soon" ? opens_at : closes_at;

function Answer({ interest, withdrawn_at }: Pick<ListedOpenDeal, "interest" | "withdrawn_at">) {
  if (withdrawn_at) return <Moment text={messages.withdrew(shortLondonTime(withdrawn_at))} />;
  if (!interest) return <span className="muted">Not answered</span>;
  return answerWords(interest);
}

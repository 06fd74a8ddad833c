import { useQuery } from "@tanstack/react-query";
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
import { ShownLink } from "#web/features/statements/shown-link.tsx";
import { longDate, shortLondonTime } from "#web/lib/format.ts";
import { openDealsQuery } from "#web/lib/gated-queries.ts";
import { Badge } from "#web/ui/badge.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { RowSkeletons } from "#web/ui/list/row-skeletons.tsx";
import { Moment } from "#web/ui/moment.tsx";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { RouteLink } from "#web/ui/route-link.tsx";
import { ClosedDeals } from "./closed-deals.tsx";
import { answerWords, openDealTones } from "./deal-words.ts";
import { DealsFailed } from "./deals-failed.tsx";
import { RiskWarning } from "./risk-warning.tsx";

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
            rest={`These pages are for you because your investor statement is current until ${longDate(valid_through)}.`}
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
      <div className="deal-state">
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

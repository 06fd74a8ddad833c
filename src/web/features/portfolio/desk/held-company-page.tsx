import "#web/features/funds/funds.css";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { announcedMessages } from "#shared/funds/announced-messages.ts";
import { formatPence, formatPrice } from "#shared/pence.ts";
import { farPriceNote, farPriceWords } from "#shared/portfolio/far-price.ts";
import type { HeldCompanyDetails, ListedSharePrice } from "#shared/portfolio/portfolio.ts";
import {
  shareDeskMessages as messages,
  priceDeskMessages,
  splitDeskMessages,
} from "#shared/portfolio/portfolio-desk-messages.ts";
import { priceBasisLabels, splitNames } from "#shared/portfolio/portfolio-messages.ts";
import { ownCompanyMessages, worthWords } from "#shared/portfolio/portfolio-page-messages.ts";
import { ExitsPart } from "#web/features/funds/exits-part.tsx";
import { ApiError, callApi } from "#web/lib/api.ts";
import { longDate, shortDate } from "#web/lib/format.ts";
import { lazyPage, Page } from "#web/lib/lazy-page.tsx";
import { useOpenedTitle } from "#web/lib/page-meta.ts";
import { AnnouncedNote, SecondPersonNote } from "#web/lib/second-person-note.tsx";
import { useList } from "#web/lib/use-list.ts";
import { BackLink } from "#web/ui/back-link.tsx";
import { BlockHead } from "#web/ui/block-head.tsx";
import { Button } from "#web/ui/button.tsx";
import { DialogOpener } from "#web/ui/dialog-opener.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ListView } from "#web/ui/list/list-view.tsx";
import { RowSkeletons } from "#web/ui/list/row-skeletons.tsx";
import { LoadFailed } from "#web/ui/load-failed.tsx";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { ViewHead } from "#web/ui/view-head.tsx";
import { AgeBadge } from "./age-badge.tsx";
import { ConfirmRecord, isUndecided, RecordSource, RecordState, RefuseRecord } from "./decided-records.tsx";
import { effectWords, isTyped } from "./price-form.ts";

const heldCompanyQuery = (id: string) =>
  queryOptions({
    queryKey: ["held-companies", "one", id],
    queryFn: ({ signal }) => callApi<HeldCompanyDetails>("GET", `/held-companies/${id}`, undefined, signal),
  });

const splitsPart = lazyPage<{ company: HeldCompanyDetails }>(() =>
  import("./splits-part.tsx").then((file) => file.SplitsPart),
);

interface HeldCompanyPageProps {
  id: string;
  backTo: string;
  linkToExit: (exit: string) => string;
}

/** What members hold of a company, its prices and its exits. */
export function HeldCompanyPage({ id, backTo, linkToExit }: HeldCompanyPageProps) {
  const { data: company, error, isPending, refetch } = useQuery(heldCompanyQuery(id));
  const isMissing = error instanceof ApiError && error.problem.code === "not_found";
  useOpenedTitle(company?.name);
  return (
    <div>
      <BackLink to={backTo} className="mb-2">
        All companies
      </BackLink>
      {isPending && <RowSkeletons label={messages.loading} count={4} />}
      {isMissing && (
        <EmptyState
          isCard
          heading="h1"
          title="Members hold no shares of such a company"
          text="Its address may not be complete."
        />
      )}
      {!isPending && !company && !isMissing && (
        <LoadFailed heading="h1" title="The company could not be loaded" onRetry={refetch} />
      )}
      {company && (
        // The focus comes here when an action takes its button away.
        <div className="grid gap-8 outline-none" tabIndex={-1}>
          <div>
            <ViewHead title={company.name} />
            <p className="muted num">{heldWords(company)}</p>
          </div>
          <PricesPart company={company} />
          <Suspense fallback={<RowSkeletons label={splitDeskMessages.loading} count={1} />}>
            <Page page={splitsPart} company={company} />
          </Suspense>
          <ExitsPart company={company} linkTo={linkToExit} />
          <section aria-labelledby="held-rounds">
            <BlockHead id="held-rounds" title="Rounds" />
            <RecordTable
              caption="What members hold, round by round, and what a share of each is worth"
              columns={roundColumns}
              rows={company.rounds}
              rowKey={({ deal_id, share_class, price, issued_on }) => deal_id ?? `${share_class} ${price} ${issued_on}`}
              isDense
            />
          </section>
        </div>
      )}
    </div>
  );
}

const count = (shares: number) => shares.toLocaleString("en-GB");

function heldWords({ shares, shares_added, shares_left, value_pence, range_pence }: HeldCompanyDetails): string {
  const held = messages.members(count(shares_left), count(shares_added === 0 ? shares : shares_left));
  if (shares_left === 0) return `${held}.`;
  const worth =
    range_pence > 0
      ? `${worthWords(value_pence, range_pence)}, as the price is too old to count`
      : formatPence(value_pence);
  return `${held}, worth ${worth}.`;
}

type Round = HeldCompanyDetails["rounds"][number];

const roundColumns: RecordColumn<Round>[] = [
  { header: "Round", className: "wrap-anywhere", cell: ({ deal_name }) => deal_name ?? "Imported" },
  { header: "Issued", className: "num whitespace-nowrap", cell: ({ issued_on }) => shortDate(issued_on) },
  {
    header: "Shares",
    isBeside: true,
    isRight: true,
    className: "num",
    cell: ({ shares, shares_added, shares_left }) => {
      if (shares_added === 0)
        return shares === shares_left ? count(shares) : `${count(shares_left)} of ${count(shares)}`;
      return (
        <>
          {count(shares_left)}
          <span className="note block">
            {ownCompanyMessages.boughtAs(count(shares))}
            {shares_left < shares + shares_added && ", some sold since"}
          </span>
        </>
      );
    },
  },
  { header: "Paid for a share", isRight: true, className: "num", cell: ({ price }) => formatPrice(price) },
  {
    header: messages.price,
    isRight: true,
    className: "num",
    cell: ({ shares_left, worth }) =>
      shares_left > 0 && (
        <>
          {formatPrice(worth.price)}
          {worth.price_given !== null && (
            <span className="note block">
              {formatPrice(worth.price_given)} before {splitNames(worth.splits)}
            </span>
          )}
        </>
      ),
  },
  {
    header: messages.restsOn,
    className: "num",
    cell: ({ shares_left, worth }) =>
      shares_left > 0 && `${shortDate(worth.as_of)}, ${priceBasisLabels[worth.basis].toLowerCase()}`,
  },
  {
    header: messages.age,
    cell: ({ shares_left, worth }) =>
      shares_left > 0 && <AgeBadge price={worth} state={worth.basis === "nil" ? "written_off" : "active"} />,
  },
];

const PriceDialog = lazy(() => import("./price-dialog.tsx").then((file) => ({ default: file.PriceDialog })));

function PricesPart({ company }: { company: HeldCompanyDetails }) {
  const list = useList<ListedSharePrice>({
    path: `/companies/${company.id}/valuations`,
  });
  return (
    <section aria-labelledby="share-prices">
      <BlockHead id="share-prices" title="Prices of a share">
        <DialogOpener
          button={(open) => (
            <Button variant="outline" isSmall onClick={open}>
              Enter a price
            </Button>
          )}
          dialog={(state) => <PriceDialog {...state} company={company} />}
        />
      </BlockHead>
      <ListView
        list={list}
        noun="prices"
        loading="Loading prices"
        empty={<p className="note">No price was entered yet. Until one is, shares are worth what they cost.</p>}
      >
        {(prices) => (
          <RecordTable
            caption="What was entered of the price of a share, newest first"
            columns={[...columns, actionsOf(company)]}
            rows={prices}
            rowKey={({ id }) => id}
            isDense
            isMarked={isUndecided}
          />
        )}
      </ListView>
    </section>
  );
}

const nameOf = ({ price, as_of }: ListedSharePrice) => `${formatPrice(price)} from ${longDate(as_of)}`;

const pathOf = ({ id }: ListedSharePrice) => `/valuations/${id}`;

const columns: RecordColumn<ListedSharePrice>[] = [
  { header: priceDeskMessages.from, className: "num whitespace-nowrap", cell: ({ as_of }) => shortDate(as_of) },
  {
    header: "Price",
    isBeside: true,
    isRight: true,
    className: "num",
    cell: (given) => (
      <>
        {formatPrice(given.price)}
        {isUndecided(given) && isTyped(given.basis) && (
          <span className="note block">{farPriceNote(given.price, given.price_before)}</span>
        )}
      </>
    ),
  },
  {
    header: priceDeskMessages.basis,
    isPlain: true,
    cell: ({ basis, impaired_percent, share_class }) => (
      <>
        {priceBasisLabels[basis]}
        {impaired_percent !== null && (
          <span className="note block">{priceDeskMessages.percentLess(impaired_percent)}</span>
        )}
        {share_class !== null && (
          <span className="note block wrap-anywhere">{priceDeskMessages.ofClass(share_class)}</span>
        )}
      </>
    ),
  },
  {
    header: priceDeskMessages.source,
    className: "min-w-28 wrap-anywhere",
    cell: (price) => <RecordSource record={price} path={pathOf(price)} name={nameOf(price)} />,
  },
  {
    header: priceDeskMessages.state,
    isPlain: true,
    className: "wrap-anywhere",
    cell: (price) => (
      <>
        <RecordState record={price} entered={{ by: price.entered_by_name, at: price.entered_at }} />
        {price.is_replaced && <span className="note block">{ownCompanyMessages.replaced}</span>}
      </>
    ),
  },
];

const actionsOf = (company: HeldCompanyDetails): RecordColumn<ListedSharePrice> => ({
  header: priceDeskMessages.actions,
  isActions: true,
  className: "may-wrap",
  cell: (price) => <Actions company={company} price={price} />,
});

const raises = ({ price, price_before }: ListedSharePrice) => Number(price) > Number(price_before ?? 0);

function Actions({ company, price }: { company: HeldCompanyDetails; price: ListedSharePrice }) {
  const { basis, share_class, as_of, impaired_percent, can } = price;
  const entered = { basis, share_class, as_of, price: price.price, impaired_percent: impaired_percent ?? 0 };
  const record = { path: pathOf(price), name: nameOf(price) };
  return (
    <>
      {can.confirm && (
        <ConfirmRecord
          {...record}
          title={`Confirm ${formatPrice(price.price)} a share?`}
          text={[
            ...(isTyped(basis) ? [farPriceWords(price.price, price.price_before)] : []).filter(
              (words) => words !== null,
            ),
            ...effectWords(company, entered),
            "It is never changed after that; a better price is entered beside it.",
            ...(raises(price) ? [announcedMessages.ifHeld] : []),
          ]}
          done="The price is confirmed"
        />
      )}
      <AnnouncedNote record={price} end="refuses" />
      <SecondPersonNote record={price} />
      {isUndecided(price) && price.needs_evidence && raises(price) && can.add_evidence && isTyped(basis) && (
        <p className="note">
          It raises the price, and you or who entered it hold shares: add the document that shows it. It takes effect 24
          hours after it is confirmed.
        </p>
      )}
      <RefuseRecord {...record} can={can} title="Refuse this price" done="The price is refused" />
    </>
  );
}

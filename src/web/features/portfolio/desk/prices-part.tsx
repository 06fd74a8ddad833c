import { lazy } from "react";
import { announcedMessages } from "#shared/funds/announced-messages.ts";
import { formatPrice } from "#shared/pence.ts";
import { farPriceNote, farPriceWords } from "#shared/portfolio/far-price.ts";
import type { HeldCompanyDetails, ListedSharePrice } from "#shared/portfolio/portfolio.ts";
import { priceDeskMessages as messages } from "#shared/portfolio/portfolio-desk-messages.ts";
import { priceBasisLabels } from "#shared/portfolio/portfolio-messages.ts";
import { ownCompanyMessages } from "#shared/portfolio/portfolio-page-messages.ts";
import { longDate, shortDate } from "#web/lib/format.ts";
import { AnnouncedNote, SecondPersonNote } from "#web/lib/second-person-note.tsx";
import { useList } from "#web/lib/use-list.ts";
import { BlockHead } from "#web/ui/block-head.tsx";
import { Button } from "#web/ui/button.tsx";
import { DialogOpener } from "#web/ui/dialog-opener.tsx";
import { ListView } from "#web/ui/list/list-view.tsx";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { ConfirmRecord, isUndecided, RecordSource, RecordState, RefuseRecord } from "./decided-records.tsx";
import { effectWords } from "./effect-words.ts";
import { isTyped } from "./price-form.ts";

const PriceDialog = lazy(() => import("./price-dialog.tsx").then((file) => ({ default: file.PriceDialog })));

export function PricesPart({ company }: { company: HeldCompanyDetails }) {
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
  { header: messages.from, className: "num whitespace-nowrap", cell: ({ as_of }) => shortDate(as_of) },
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
    header: messages.basis,
    isPlain: true,
    cell: ({ basis, impaired_percent, share_class }) => (
      <>
        {priceBasisLabels[basis]}
        {impaired_percent !== null && <span className="note block">{messages.percentLess(impaired_percent)}</span>}
        {share_class !== null && <span className="note block wrap-anywhere">{messages.ofClass(share_class)}</span>}
      </>
    ),
  },
  {
    header: messages.source,
    className: "min-w-28 wrap-anywhere",
    cell: (price) => <RecordSource record={price} path={pathOf(price)} name={nameOf(price)} />,
  },
  {
    header: messages.state,
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
  header: messages.actions,
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

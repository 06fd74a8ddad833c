import { useMutation } from "@tanstack/react-query";
import { lazy } from "react";
import { formatPrice } from "#shared/pence.ts";
import type { HeldCompanyDetails, ListedSharePrice } from "#shared/portfolio.ts";
import { priceDeskMessages as messages } from "#shared/portfolio-desk-messages.ts";
import { priceBasisLabels } from "#shared/portfolio-messages.ts";
import { BlockHead } from "#web/features/funds/block-head.tsx";
import { DialogOpener } from "#web/features/funds/dialog-opener.tsx";
import { useExitsChanged } from "#web/features/funds/exits/use-exits-changed.ts";
import { ReasonDialog } from "#web/features/funds/reason-dialog.tsx";
import { UploadPdf } from "#web/features/funds/upload-pdf.tsx";
import { callApi } from "#web/lib/api.ts";
import { longDate, shortDate } from "#web/lib/format.ts";
import { downloadFile } from "#web/lib/use-download.ts";
import { useList, withQuery } from "#web/lib/use-list.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { ConfirmButton } from "#web/ui/confirm-button.tsx";
import { ListView } from "#web/ui/list/list-view.tsx";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { RowAction } from "#web/ui/row-action.tsx";
import { toast, toastFailure } from "#web/ui/toast.ts";
import { effectWords } from "./effect-words.ts";

const PriceDialog = lazy(() => import("./price-dialog.tsx").then((file) => ({ default: file.PriceDialog })));

/** What was entered of a company's price; what waits is on bone. */
export function PricesPart({ company }: { company: HeldCompanyDetails }) {
  const list = useList<ListedSharePrice>({
    path: `/companies/${company.id}/valuations`,
    failureMessage: messages.fetchFailed,
  });
  return (
    <section aria-labelledby="share-prices">
      <BlockHead id="share-prices" title={messages.heading}>
        <DialogOpener
          button={(open) => (
            <Button variant="outline" isSmall onClick={open}>
              {messages.enter}
            </Button>
          )}
          dialog={(state) => <PriceDialog {...state} company={company} />}
        />
      </BlockHead>
      <ListView list={list} noun="prices" loading={messages.loading} empty={<p className="note">{messages.empty}</p>}>
        {(prices) => (
          <RecordTable
            caption={messages.caption}
            columns={[...columns, actionsOf(company)]}
            rows={prices}
            rowKey={({ id }) => id}
            isDense
            isMarked={isWaiting}
          />
        )}
      </ListView>
    </section>
  );
}

const isWaiting = ({ confirmed_at, refused_at }: ListedSharePrice) => confirmed_at === null && refused_at === null;

const nameOf = ({ price, as_of }: ListedSharePrice) => messages.ofPrice(formatPrice(price), longDate(as_of));

const columns: RecordColumn<ListedSharePrice>[] = [
  { header: messages.from, className: "num whitespace-nowrap", cell: ({ as_of }) => shortDate(as_of) },
  { header: messages.price, isRight: true, className: "num", cell: ({ price }) => formatPrice(price) },
  {
    header: messages.basis,
    cell: ({ basis, impaired_percent, share_class }) => (
      <>
        {priceBasisLabels[basis]}
        {impaired_percent !== null && <span className="note block">{messages.percentLess(impaired_percent)}</span>}
        {share_class !== null && <span className="note block wrap-anywhere">{messages.ofClass(share_class)}</span>}
      </>
    ),
  },
  { header: messages.source, className: "wrap-anywhere", cell: (price) => <Source price={price} /> },
  { header: messages.state, className: "wrap-anywhere", cell: (price) => <State price={price} /> },
];

function Source({ price }: { price: ListedSharePrice }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => downloadFile("GET", `/valuations/${price.id}/evidence`),
    onError: (error) => toastFailure(messages.documentFailed, error),
  });
  return (
    <>
      {price.source}
      {price.evidence_name !== null && (
        <span className="block">
          <RowAction labelEnd={nameOf(price)} aria-disabled={isPending} onClick={() => isPending || mutate()}>
            {messages.document}
          </RowAction>
        </span>
      )}
    </>
  );
}

function State({ price }: { price: ListedSharePrice }) {
  const { confirmed_at, confirmed_by_name, refused_at, refused_because, entered_at, entered_by_name } = price;
  if (confirmed_at !== null)
    return (
      <>
        <Badge tone="live" isPlain>
          {messages.confirmedState}
        </Badge>
        <span className="note block">{messages.decidedBy(confirmed_by_name, shortDate(confirmed_at))}</span>
      </>
    );
  if (refused_at !== null)
    return (
      <>
        <Badge tone="over" isPlain>
          {messages.refusedState}
        </Badge>
        <span className="note block">{refused_because}</span>
      </>
    );
  return (
    <>
      <Badge tone="waiting" isPlain>
        {messages.waiting}
      </Badge>
      <span className="note block">{messages.decidedBy(entered_by_name, shortDate(entered_at))}</span>
    </>
  );
}

const actionsOf = (company: HeldCompanyDetails): RecordColumn<ListedSharePrice> => ({
  header: messages.actions,
  isActions: true,
  cell: (price) => <Actions company={company} price={price} />,
});

function Actions({ company, price }: { company: HeldCompanyDetails; price: ListedSharePrice }) {
  const changed = useExitsChanged();
  const { id, can } = price;
  return (
    <>
      {can.confirm && <Confirm company={company} price={price} />}
      {can.refuse && (
        <DialogOpener
          button={(open) => (
            <RowAction labelEnd={nameOf(price)} onClick={open}>
              {messages.refuse}
            </RowAction>
          )}
          dialog={(state) => (
            <ReasonDialog
              {...state}
              path={`/valuations/${id}/refuse`}
              onChanged={changed}
              words={{
                title: messages.refuseTitle,
                text: messages.refuseText,
                submit: messages.refuseSubmit,
                busy: messages.refusing,
                done: messages.refusedNow,
                failed: messages.refuseFailed,
              }}
            />
          )}
        />
      )}
      {can.add_evidence && (
        <UploadPdf
          path={(name) => withQuery(`/valuations/${id}/evidence`, { file_name: name })}
          name={nameOf(price)}
          words={{ upload: messages.add, uploading: messages.adding, stop: messages.stop, done: messages.added }}
          onUploaded={changed}
        />
      )}
    </>
  );
}

function Confirm({ company, price }: { company: HeldCompanyDetails; price: ListedSharePrice }) {
  const changed = useExitsChanged();
  const { mutate, isPending } = useMutation({
    mutationFn: () => callApi<ListedSharePrice>("POST", `/valuations/${price.id}/confirm`),
    onSuccess: () => toast({ title: messages.confirmedNow }),
    onError: (error) => toastFailure(messages.confirmFailed, error),
    onSettled: changed,
  });
  const { basis, share_class, as_of, impaired_percent } = price;
  const entered = { basis, share_class, as_of, price: price.price, impaired_percent: impaired_percent ?? 0 };
  return (
    <ConfirmButton
      label={messages.confirm}
      labelEnd={nameOf(price)}
      title={messages.confirmTitle(formatPrice(price.price))}
      text={[...effectWords(company, entered), messages.final].join(" ")}
      cancelLabel={messages.keep}
      busyLabel={isPending && messages.confirming}
      variant="secondary"
      onConfirm={(close) => mutate(undefined, { onSettled: close })}
    />
  );
}

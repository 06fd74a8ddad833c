import { useMutation } from "@tanstack/react-query";
import { lazy } from "react";
import type { HeldCompanyDetails, ListedShareAction } from "#shared/portfolio.ts";
import { splitWords } from "#shared/portfolio-messages.ts";
import { splitDeskMessages as messages } from "#shared/share-actions-messages.ts";
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

const SplitDialog = lazy(() => import("./split-dialog.tsx").then((file) => ({ default: file.SplitDialog })));
const SplitLots = lazy(() => import("./split-lots.tsx").then((file) => ({ default: file.SplitLots })));

/** So many new shares for so many old ones, from a day on; what waits is on bone. */
export function SplitsPart({ company }: { company: HeldCompanyDetails }) {
  const list = useList<ListedShareAction>({
    path: `/companies/${company.id}/share-actions`,
    failureMessage: messages.fetchFailed,
  });
  return (
    <section aria-labelledby="share-splits">
      <BlockHead id="share-splits" title={messages.heading}>
        <DialogOpener
          button={(open) => (
            <Button variant="outline" isSmall onClick={open}>
              {messages.propose}
            </Button>
          )}
          dialog={(state) => <SplitDialog {...state} company={company} />}
        />
      </BlockHead>
      <ListView list={list} noun="splits" loading={messages.loading} empty={<p className="note">{messages.empty}</p>}>
        {(actions) => (
          <RecordTable
            caption={messages.caption}
            columns={columns}
            rows={actions}
            rowKey={({ id }) => id}
            isDense
            isMarked={({ confirmed_at, refused_at }) => confirmed_at === null && refused_at === null}
          />
        )}
      </ListView>
    </section>
  );
}

const count = (shares: number) => shares.toLocaleString("en-GB");

const nameOf = (action: ListedShareAction) => messages.ofSplit(splitWords(action), longDate(action.effective_on));

const columns: RecordColumn<ListedShareAction>[] = [
  { header: messages.from, className: "num whitespace-nowrap", cell: ({ effective_on }) => shortDate(effective_on) },
  {
    header: messages.what,
    className: "num",
    cell: (action) => (
      <>
        {splitWords(action)}
        {action.share_class !== null && (
          <span className="note block wrap-anywhere">{messages.ofClass(action.share_class)}</span>
        )}
      </>
    ),
  },
  {
    ...{ header: messages.shares, isRight: true, className: "num" },
    cell: ({ shares_before, shares_after }) => (
      <>
        <span aria-hidden>{messages.becomes(count(shares_before), count(shares_after))}</span>
        <span className="sr-only">{messages.becomesLabel(count(shares_before), count(shares_after))}</span>
      </>
    ),
  },
  { header: messages.source, className: "wrap-anywhere", cell: (action) => <Source action={action} /> },
  { header: messages.state, className: "wrap-anywhere", cell: (action) => <State action={action} /> },
  { header: messages.actions, isActions: true, cell: (action) => <Actions action={action} /> },
];

function Source({ action }: { action: ListedShareAction }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => downloadFile("GET", `/share-actions/${action.id}/evidence`),
    onError: (error) => toastFailure(messages.documentFailed, error),
  });
  return (
    <>
      {action.source}
      {action.evidence_name !== null && (
        <span className="block">
          <RowAction labelEnd={nameOf(action)} aria-disabled={isPending} onClick={() => isPending || mutate()}>
            {messages.document}
          </RowAction>
        </span>
      )}
    </>
  );
}

function State({ action }: { action: ListedShareAction }) {
  const { confirmed_at, confirmed_by_name, refused_at, refused_because, proposed_at, proposed_by_name } = action;
  const [tone, label, note] =
    confirmed_at !== null
      ? (["live", messages.confirmedState, messages.decidedBy(confirmed_by_name, shortDate(confirmed_at))] as const)
      : refused_at !== null
        ? (["over", messages.refusedState, refused_because] as const)
        : (["waiting", messages.waiting, messages.decidedBy(proposed_by_name, shortDate(proposed_at))] as const);
  return (
    <>
      <Badge tone={tone} isPlain>
        {label}
      </Badge>
      <span className="note block">{note}</span>
    </>
  );
}

function Actions({ action }: { action: ListedShareAction }) {
  const changed = useExitsChanged();
  const { id, can } = action;
  return (
    <>
      <DialogOpener
        button={(open) => (
          <RowAction labelEnd={nameOf(action)} onClick={open}>
            {messages.lots}
          </RowAction>
        )}
        dialog={(state) => <SplitLots {...state} action={action} />}
      />
      {can.confirm && <Confirm action={action} />}
      {can.refuse && (
        <DialogOpener
          button={(open) => (
            <RowAction labelEnd={nameOf(action)} onClick={open}>
              {messages.refuse}
            </RowAction>
          )}
          dialog={(state) => (
            <ReasonDialog
              {...state}
              path={`/share-actions/${id}/refuse`}
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
          path={(name) => withQuery(`/share-actions/${id}/evidence`, { file_name: name })}
          name={nameOf(action)}
          words={{ upload: messages.add, uploading: messages.adding, stop: messages.stop, done: messages.added }}
          onUploaded={changed}
        />
      )}
    </>
  );
}

function Confirm({ action }: { action: ListedShareAction }) {
  const changed = useExitsChanged();
  const { mutate, isPending } = useMutation({
    mutationFn: () => callApi<ListedShareAction>("POST", `/share-actions/${action.id}/confirm`),
    onSuccess: () => toast({ title: messages.confirmedNow }),
    onError: (error) => toastFailure(messages.confirmFailed, error),
    onSettled: changed,
  });
  const { shares_before, shares_after, rounded_members } = action;
  return (
    <ConfirmButton
      label={messages.confirm}
      labelEnd={nameOf(action)}
      title={messages.confirmTitle(splitWords(action))}
      text={[
        messages.effectShares(count(shares_before), count(shares_after)),
        rounded_members > 0 ? messages.rounded(rounded_members) : messages.nobodyRounded,
        messages.final,
      ].join(" ")}
      cancelLabel={messages.keep}
      busyLabel={isPending && messages.confirming}
      variant="secondary"
      onConfirm={(close) => mutate(undefined, { onSettled: close })}
    />
  );
}

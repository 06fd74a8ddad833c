import { lazy } from "react";
import { counted } from "#shared/counted.ts";
import type { HeldCompanyDetails, ListedShareAction } from "#shared/portfolio/portfolio.ts";
import { splitDeskMessages as messages } from "#shared/portfolio/portfolio-desk-messages.ts";
import { sharesBecome, splitWords } from "#shared/portfolio/portfolio-messages.ts";
import { longDate, shortDate } from "#web/lib/format.ts";
import { SecondPersonNote } from "#web/lib/second-person-note.tsx";
import { useList } from "#web/lib/use-list.ts";
import { BlockHead } from "#web/ui/block-head.tsx";
import { Button } from "#web/ui/button.tsx";
import { DialogOpener } from "#web/ui/dialog-opener.tsx";
import { ListView } from "#web/ui/list/list-view.tsx";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { RowAction } from "#web/ui/row-action.tsx";
import { ConfirmRecord, isUndecided, RecordSource, RecordState, RefuseRecord } from "./decided-records.tsx";

const SplitDialog = lazy(() => import("./split-dialog.tsx").then((file) => ({ default: file.SplitDialog })));
const SplitLots = lazy(() => import("./split-lots.tsx").then((file) => ({ default: file.SplitLots })));

/** So many new shares for so many old ones, from a day on; what waits is on bone. */
export function SplitsPart({ company }: { company: HeldCompanyDetails }) {
  const list = useList<ListedShareAction>({
    path: `/companies/${company.id}/share-actions`,
  });
  return (
    <section aria-labelledby="share-splits">
      <BlockHead id="share-splits" title="Splits and consolidations">
        <DialogOpener
          button={(open) => (
            <Button variant="outline" isSmall onClick={open}>
              Record a split
            </Button>
          )}
          dialog={(state) => <SplitDialog {...state} company={company} />}
        />
      </BlockHead>
      <ListView list={list} noun="splits" loading={messages.loading} empty={<p className="note">None is recorded.</p>}>
        {(actions) => (
          <RecordTable
            caption="Splits and consolidations of the shares, newest first"
            columns={columns}
            rows={actions}
            rowKey={({ id }) => id}
            isDense
            isMarked={isUndecided}
          />
        )}
      </ListView>
    </section>
  );
}

const count = (shares: number) => shares.toLocaleString("en-GB");

const nameOf = (action: ListedShareAction) => `${splitWords(action)} from ${longDate(action.effective_on)}`;

const pathOf = ({ id }: ListedShareAction) => `/share-actions/${id}`;

const columns: RecordColumn<ListedShareAction>[] = [
  { header: messages.from, className: "num whitespace-nowrap", cell: ({ effective_on }) => shortDate(effective_on) },
  {
    header: "What",
    isBeside: true,
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
    header: "Members’ shares",
    isRight: true,
    className: "num",
    cell: ({ shares_before, shares_after }) => (
      <>
        <span aria-hidden>{sharesBecome(count(shares_before), count(shares_after))}</span>
        <span className="sr-only">
          {count(shares_before)} shares become {count(shares_after)}
        </span>
      </>
    ),
  },
  {
    header: messages.source,
    className: "min-w-28 wrap-anywhere",
    cell: (action) => <RecordSource record={action} path={pathOf(action)} name={nameOf(action)} />,
  },
  {
    header: messages.state,
    isPlain: true,
    className: "wrap-anywhere",
    cell: (action) => <RecordState record={action} entered={{ by: action.proposed_by_name, at: action.proposed_at }} />,
  },
  { header: messages.actions, isActions: true, className: "may-wrap", cell: (action) => <Actions action={action} /> },
];

function Actions({ action }: { action: ListedShareAction }) {
  const { shares_before, shares_after, rounded_members, can } = action;
  const record = { path: pathOf(action), name: nameOf(action) };
  return (
    <>
      <DialogOpener
        button={(open) => (
          <RowAction labelEnd={record.name} onClick={open}>
            Lots
          </RowAction>
        )}
        dialog={(state) => <SplitLots {...state} action={action} />}
      />
      {can.confirm && (
        <ConfirmRecord
          {...record}
          title={`Confirm: ${splitWords(action)}?`}
          text={[
            messages.effectShares(count(shares_before), count(shares_after)),
            rounded_members > 0
              ? `${counted(rounded_members, "member")} ${rounded_members === 1 ? "has" : "have"} a part of a share more or less than the ratio gives: Lots names them first.`
              : messages.nobodyRounded,
            "It is never changed after that; a wrong ratio is mended by another split of the same day.",
          ]}
          done="The split is confirmed"
        />
      )}
      <SecondPersonNote record={action} />
      <RefuseRecord {...record} can={can} title="Refuse this split" done="The split is refused" />
    </>
  );
}

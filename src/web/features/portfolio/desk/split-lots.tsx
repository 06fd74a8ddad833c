import { memberName } from "#shared/people/person-name.ts";
import type { ListedShareAction, ShareActionLot } from "#shared/portfolio/portfolio.ts";
import { splitDeskMessages as messages } from "#shared/portfolio/portfolio-desk-messages.ts";
import { splitWords } from "#shared/portfolio/portfolio-messages.ts";
import type { DialogState } from "#web/lib/action-dialog.tsx";
import { shortDate } from "#web/lib/format.ts";
import { useList } from "#web/lib/use-list.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { ListView } from "#web/ui/list/list-view.tsx";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";

export function SplitLots({ action, isOpen, onClose }: DialogState & { action: ListedShareAction }) {
  const list = useList<ShareActionLot>({
    path: `/share-actions/${action.id}/lots`,
  });
  return (
    <Dialog
      isOpen={isOpen}
      onClose={() => onClose()}
      title={`Lots: ${splitWords(action)}`}
      text={action.rounded_members > 0 ? "Lots that do not divide come first." : messages.nobodyRounded}
      actions={
        <Button variant="ghost" onClick={() => onClose()}>
          Close
        </Button>
      }
    >
      <ListView list={list} noun="lots" loading="Loading lots" empty={<p className="note">No lots.</p>}>
        {(lots) => (
          <RecordTable
            caption="What it makes of each lot"
            columns={columns}
            rows={lots}
            rowKey={({ id }) => id}
            isDense
          />
        )}
      </ListView>
    </Dialog>
  );
}

const count = (shares: number) => shares.toLocaleString("en-GB");

const columns: RecordColumn<ShareActionLot>[] = [
  { header: "Member", className: "wrap-anywhere", cell: ({ full_name }) => memberName(full_name) },
  {
    header: "Issued",
    className: "num",
    cell: ({ issued_on, share_class }) => (
      <>
        <span className="whitespace-nowrap">{shortDate(issued_on)}</span>
        <span className="note block wrap-anywhere">{messages.ofClass(share_class)}</span>
      </>
    ),
  },
  { header: "Before", isRight: true, className: "num", cell: ({ shares_before }) => count(shares_before) },
  {
    header: "After",
    isBeside: true,
    isRight: true,
    className: "num",
    cell: ({ shares_after, is_rounded }) => (
      <>
        {count(shares_after)}
        {is_rounded && <span className="note block">The part of a share is dropped</span>}
      </>
    ),
  },
];

import { lazy } from "react";
import type { Exit } from "#shared/funds/funds-exits.ts";
import { exitDeskMessages as messages } from "#shared/funds/funds-exits-desk-messages.ts";
import { exitKindLabels } from "#shared/funds/funds-exits-messages.ts";
import { formatPence, formatPrice } from "#shared/pence.ts";
import { shortDate } from "#web/lib/format.ts";
import { AnnouncedNote } from "#web/lib/second-person-note.tsx";
import { useList } from "#web/lib/use-list.ts";
import { BlockHead } from "#web/ui/block-head.tsx";
import { Button } from "#web/ui/button.tsx";
import { DialogOpener } from "#web/ui/dialog-opener.tsx";
import { InlineLink } from "#web/ui/link.tsx";
import { ListView } from "#web/ui/list/list-view.tsx";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { ExitStateBadge } from "./exits/exit-state-badge.tsx";

const ExitDialog = lazy(() => import("./exits/exit-dialog.tsx").then((file) => ({ default: file.ExitDialog })));

interface ExitsPartProps {
  company: { id: string; shares_left: number };
  linkTo: (exit: string) => string;
}

/** What members got for their shares of a company, and what waits to be confirmed. */
export function ExitsPart({ company, linkTo }: ExitsPartProps) {
  const list = useList<Exit>({
    path: `/companies/${company.id}/exits`,
  });
  return (
    <section aria-labelledby="exits">
      <BlockHead id="exits" title="Exits">
        <DialogOpener
          button={(open) => (
            <Button variant="outline" isSmall onClick={open}>
              Propose an exit
            </Button>
          )}
          dialog={(state) => <ExitDialog {...state} company={company} exits={list.items ?? []} linkTo={linkTo} />}
        />
      </BlockHead>
      <ListView
        list={list}
        noun="exits"
        loading={messages.loading}
        empty={
          <p className="note">
            No exit yet: a sale, a buyback, a dividend or a liquidation appears here once it is proposed.
          </p>
        }
      >
        {(exits) => (
          <RecordTable
            caption="What members got for their shares, newest first"
            columns={columnsOf(linkTo)}
            rows={exits}
            rowKey={({ id }) => id}
            isDense
            isMarked={({ state }) => state === "proposed"}
          />
        )}
      </ListView>
    </section>
  );
}

const columnsOf = (linkTo: (exit: string) => string): RecordColumn<Exit>[] => [
  {
    header: messages.kind,
    cell: ({ id, kind }) => (
      <InlineLink to={linkTo(id)} isQuiet>
        {exitKindLabels[kind]}
      </InlineLink>
    ),
  },
  { header: "Day", className: "num whitespace-nowrap", cell: ({ happened_on }) => shortDate(happened_on) },
  { header: "A share", isRight: true, className: "num", cell: ({ price }) => formatPrice(price) },
  {
    header: messages.shares,
    isRight: true,
    className: "num",
    cell: ({ shares }) => shares.toLocaleString("en-GB"),
  },
  { header: messages.gross, isRight: true, className: "num", cell: ({ gross_pence }) => formatPence(gross_pence) },
  {
    header: messages.paid,
    isBeside: true,
    isRight: true,
    className: "num",
    cell: ({ paid_pence }) => formatPence(paid_pence),
  },
  {
    header: "State",
    cell: (exit) => (
      <>
        <ExitStateBadge exit={exit} />
        <AnnouncedNote record={exit} end="withdraws" />
      </>
    ),
  },
];

import { useQuery } from "@tanstack/react-query";
import { lazy } from "react";
import type { TopUp } from "#shared/commitments.ts";
import { topUpPartMessages as messages } from "#shared/commitments-desk-messages.ts";
import type { ClosingBoard } from "#shared/funds.ts";
import { boardPartMessages, closingMessages } from "#shared/funds-desk-messages.ts";
import { useClosingAction } from "#web/features/funds/use-closing-action.ts";
import { shortLondonTime } from "#web/lib/format.ts";
import { useClub } from "#web/lib/use-club.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmButton } from "#web/ui/confirm-button.tsx";
import { DialogOpener } from "#web/ui/dialog-opener.tsx";
import { topUpsQuery } from "./allocation-queries.ts";

const ReasonDialog = lazy(() =>
  import("#web/features/funds/reason-dialog.tsx").then((file) => ({ default: file.ReasonDialog })),
);

/** Freed shares, offered to everybody whose wish is not filled. */
export function TopUps({ board: { deal_id, can } }: { board: Pick<ClosingBoard, "deal_id" | "can"> }) {
  const { data } = useQuery(topUpsQuery(deal_id));
  const text = messages.text(useClub().deals.top_up_hours);
  const topUps = data?.items ?? [];
  if (!can.top_up && topUps.length === 0) return null;
  return (
    <section aria-labelledby="top-ups" className="grid gap-3 outline-none" tabIndex={-1}>
      <div className="view-head">
        <h3 id="top-ups" className="d4">
          {messages.title}
        </h3>
        {can.top_up && (
          <DialogOpener
            button={(open) => (
              <Button variant="outline" isSmall onClick={open}>
                {messages.open}
              </Button>
            )}
            dialog={(state) => (
              <ReasonDialog
                {...state}
                path={`/deals/${deal_id}/top-ups`}
                kind="call"
                isReasonOptional
                words={{
                  title: messages.openTitle,
                  text,
                  submit: messages.openNow,
                  busy: messages.opening,
                  done: messages.opened,
                  failed: closingMessages.failedToSave,
                }}
              />
            )}
          />
        )}
      </div>
      <p className="note max-w-(--measure)">{text}</p>
      {topUps.length > 0 && (
        <ul className="grid gap-2" aria-label={messages.list}>
          {topUps.map((topUp) => (
            <Offer key={topUp.id} topUp={topUp} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Offer({ topUp: { id, number, closes_at, ended_at, shares, taken_shares, members } }: { topUp: TopUp }) {
  const { mutate, isPending } = useClosingAction(`/top-ups/${id}/end`, {
    done: messages.endedNow,
    failed: boardPartMessages.actionFailed,
  });
  const when = ended_at ? messages.ended(shortLondonTime(ended_at)) : messages.until(shortLondonTime(closes_at));
  return (
    <li className="small num flex flex-wrap items-center gap-x-4 gap-y-1">
      <b className="font-semibold">{messages.offer(number)}</b>
      <span>
        {messages.taken(taken_shares, shares, members)}, {when}
      </span>
      {!ended_at && (
        <ConfirmButton
          label={messages.end}
          labelEnd={messages.offer(number)}
          title={messages.endTitle}
          text={messages.endText}
          cancelLabel={messages.keep}
          busyLabel={isPending && messages.ending}
          variant="danger"
          onConfirm={(close) => mutate(undefined, { onSettled: close })}
        />
      )}
    </li>
  );
}

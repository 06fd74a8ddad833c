import { useQuery } from "@tanstack/react-query";
import type { TopUp } from "#shared/commitments/commitments.ts";
import { topUpPartMessages as messages } from "#shared/commitments/commitments-desk-messages.ts";
import type { ClosingBoard } from "#shared/funds/funds.ts";
import { boardPartMessages, closingMessages } from "#shared/funds/funds-desk-messages.ts";
import { SignAction } from "#web/features/acts/sign-action.tsx";
import { ActionButton } from "#web/lib/action-button.tsx";
import { shortLondonTime } from "#web/lib/format.ts";
import { dealMoneyKeys } from "#web/lib/query-keys.ts";
import { serverNow } from "#web/lib/server-time.ts";
import { topUpsQuery } from "../allocation-queries.ts";

/** Freed shares, offered to everybody whose wish is not filled. */
export function TopUps({
  board: { deal_id, can, top_up_hours },
}: {
  board: Pick<ClosingBoard, "deal_id" | "can" | "top_up_hours">;
}) {
  const { data } = useQuery(topUpsQuery(deal_id));
  const text = messages.text(top_up_hours);
  const topUps = data?.items ?? [];
  if (!can.top_up && topUps.length === 0) return null;
  return (
    <section aria-labelledby="top-ups" className="grid gap-3 outline-none" tabIndex={-1}>
      <div className="view-head">
        <h3 id="top-ups" className="d4">
          Freed shares
        </h3>
        {can.top_up && (
          <div className="button-row">
            <ActionButton
              path={`/deals/${deal_id}/top-ups`}
              body={{}}
              label="Offer freed shares"
              busy="Offering..."
              confirm={{ title: "Offer freed shares?", text }}
              done="Shares are on offer"
              failed={closingMessages.failedToSave}
              invalidates={dealMoneyKeys}
            />
            <SignAction dealId={deal_id} kind="closing" act={undefined} label="Leave them out" variant="outline" />
          </div>
        )}
      </div>
      <p className="note max-w-(--measure)">{text}</p>
      {topUps.length > 0 && (
        <ul className="grid gap-2" aria-label="Offers of freed shares">
          {topUps.map((topUp) => (
            <Offer key={topUp.id} topUp={topUp} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Offer({ topUp: { id, number, closes_at, ended_at, shares, taken_shares, members } }: { topUp: TopUp }) {
  const isKept = Date.parse(closes_at) > serverNow().getTime();
  const when = ended_at
    ? `ended ${shortLondonTime(ended_at)}`
    : isKept
      ? `each their part until ${shortLondonTime(closes_at)}`
      : "for whoever comes first until the closing list is signed";
  return (
    <li className="small num flex flex-wrap items-center gap-x-4 gap-y-1">
      <b className="font-semibold">{messages.offer(number)}</b>
      <span>
        {messages.taken(taken_shares, shares, members)}, {when}
      </span>
      {!ended_at && (
        <ActionButton
          path={`/top-ups/${id}/end`}
          label="End the offer"
          labelEnd={messages.offer(number)}
          busy="Ending..."
          confirm={{
            title: "End the offer?",
            text: messages.end(isKept),
          }}
          variant="danger"
          done="Offer ended"
          failed={boardPartMessages.actionFailed}
          invalidates={dealMoneyKeys}
        />
      )}
    </li>
  );
}

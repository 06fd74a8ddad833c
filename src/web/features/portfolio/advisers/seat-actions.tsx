import type { AdviserSeat, GrantedSeat } from "#shared/portfolio/adviser-seats.ts";
import { adviserSeatListMessages as messages, seatDays } from "#shared/portfolio/adviser-seats-messages.ts";
import { ActionButton } from "#web/lib/action-button.tsx";
import { seatsPath, seatsQuery } from "./seat-queries.ts";

interface SeatActionsProps {
  seat: AdviserSeat;
  onRenewed: (granted: GrantedSeat) => void;
}

export function SeatActions({ seat: { id, name, can }, onRenewed }: SeatActionsProps) {
  const path = `${seatsPath}/${id}`;
  const invalidates = [seatsQuery.queryKey];
  const labelEnd = `for ${name}`;
  if (!can.renew && !can.end) return null;
  return (
    <div className="record-actions">
      {can.renew && (
        <ActionButton<GrantedSeat>
          path={`${path}/renew`}
          label="New link"
          labelEnd={labelEnd}
          busy="Making it…"
          confirm={{
            title: `A new link for ${name}?`,
            text: `The one before stops working at once. The new one works for ${seatDays} days.`,
            cancel: messages.keep,
          }}
          onDone={onRenewed}
          failed="No new link was made"
          invalidates={invalidates}
        />
      )}
      {can.end && (
        <ActionButton
          path={`${path}/end`}
          label="End access"
          labelEnd={labelEnd}
          busy="Ending…"
          confirm={{
            title: `End the access of ${name}?`,
            text: "The link stops working at once. What was downloaded stays with them.",
            cancel: messages.keep,
          }}
          variant="danger"
          done={`${name} cannot read any more`}
          failed="Not ended"
          invalidates={invalidates}
        />
      )}
    </div>
  );
}

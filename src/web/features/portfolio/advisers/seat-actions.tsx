import type { AdviserSeat, GrantedSeat } from "#shared/portfolio/adviser-seats.ts";
import { adviserSeatListMessages as messages } from "#shared/portfolio/adviser-seats-messages.ts";
import { ActionButton } from "#web/lib/action-button.tsx";
import { seatsPath, seatsQuery } from "./seat-queries.ts";

interface SeatActionsProps {
  seat: AdviserSeat;
  onRenewed: (granted: GrantedSeat) => void;
}

export function SeatActions({ seat: { id, name, can }, onRenewed }: SeatActionsProps) {
  const path = `${seatsPath}/${id}`;
  const invalidates = [seatsQuery.queryKey];
  const labelEnd = messages.renewOf(name);
  if (!can.renew && !can.end) return null;
  return (
    <div className="record-actions">
      {can.renew && (
        <ActionButton<GrantedSeat>
          path={`${path}/renew`}
          label={messages.renew}
          labelEnd={labelEnd}
          busy={messages.renewing}
          confirm={{ title: messages.renewTitle(name), text: messages.renewText, cancel: messages.keep }}
          onDone={onRenewed}
          failed={messages.notRenewed}
          invalidates={invalidates}
        />
      )}
      {can.end && (
        <ActionButton
          path={`${path}/end`}
          label={messages.end}
          labelEnd={labelEnd}
          busy={messages.ending}
          confirm={{ title: messages.endTitle(name), text: messages.endText, cancel: messages.keep }}
          variant="danger"
          done={messages.endedNow(name)}
          failed={messages.notEnded}
          invalidates={invalidates}
        />
      )}
    </div>
  );
}

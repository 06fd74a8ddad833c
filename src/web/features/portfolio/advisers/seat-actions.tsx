import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { AdviserSeat, GrantedSeat } from "#shared/adviser-seats.ts";
import { adviserSeatListMessages as messages } from "#shared/adviser-seats-messages.ts";
import { callApi } from "#web/lib/api.ts";
import { ConfirmButton } from "#web/ui/confirm-button.tsx";
import { toast, toastFailure } from "#web/ui/toast.ts";
import { seatsPath, seatsQuery } from "./seat-queries.ts";

interface SeatActionsProps {
  seat: AdviserSeat;
  onRenewed: (granted: GrantedSeat) => void;
}

export function SeatActions({ seat: { id, name, can }, onRenewed }: SeatActionsProps) {
  const client = useQueryClient();
  const again = () => client.invalidateQueries(seatsQuery);
  const renew = useMutation({
    mutationFn: () => callApi<GrantedSeat>("POST", `${seatsPath}/${id}/renew`),
    onSuccess: onRenewed,
    onError: (error) => toastFailure(messages.notRenewed, error),
    onSettled: again,
  });
  const end = useMutation({
    mutationFn: () => callApi<AdviserSeat>("POST", `${seatsPath}/${id}/end`),
    onSuccess: () => toast({ title: messages.endedNow(name) }),
    onError: (error) => toastFailure(messages.notEnded, error),
    onSettled: again,
  });
  if (!can.renew && !can.end) return null;
  return (
    <div className="record-actions">
      {can.renew && (
        <ConfirmButton
          label={messages.renew}
          labelEnd={messages.renewOf(name)}
          title={messages.renewTitle(name)}
          text={messages.renewText}
          cancelLabel={messages.keep}
          busyLabel={renew.isPending && messages.renewing}
          variant="secondary"
          onConfirm={(close) => renew.mutate(undefined, { onSettled: close })}
        />
      )}
      {can.end && (
        <ConfirmButton
          label={messages.end}
          labelEnd={messages.renewOf(name)}
          title={messages.endTitle(name)}
          text={messages.endText}
          cancelLabel={messages.keep}
          busyLabel={end.isPending && messages.ending}
          variant="danger"
          onConfirm={(close) => end.mutate(undefined, { onSettled: close })}
        />
      )}
    </div>
  );
}

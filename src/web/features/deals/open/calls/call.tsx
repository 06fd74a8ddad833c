import type { OpenCall } from "#shared/deals/deal-calls.ts";
import { eventMessages } from "#shared/settings/club-messages.ts";
import { formatLondonTime, hourAndMinute } from "#web/lib/format.ts";
import { ownTime } from "#web/lib/own-time.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { CalendarPlus } from "#web/ui/icons.generated.ts";
import { useLeaveFocus } from "#web/ui/use-leave-focus.ts";
import { AskToJoin } from "./ask-to-join.tsx";
import { linkTime } from "./call-times.ts";
import { JoinCall } from "./join-call.tsx";
import { useChangeRequest } from "./use-change-request.ts";

interface CallProps {
  dealId: string;
  call: OpenCall;
  isPast: boolean;
}

export function Call({ dealId, call, isPast }: CallProps) {
  const { id, starts_at, ends_at, about, cancelled_reason, requested_at, is_joinable } = call;
  const own = ownTime({ date: starts_at, ends_at });
  const isOpen = !isPast && cancelled_reason === null;
  const isComing = isOpen && requested_at !== null;
  return (
    <>
      <div className="deal-with-button">
        <div className="min-w-0 wrap-anywhere">
          <p className="num">
            <b>{formatLondonTime(starts_at)}</b>
          </p>
          <p className="small muted">
            {asSentence(about)} {own && `Your time: ${own}.`} {statusOf(call, isPast)}
          </p>
        </div>
        {isComing && (
          <div className="flex flex-wrap gap-2">
            {!is_joinable && (
              <a
                className={buttonClass({ variant: "outline", isSmall: true })}
                href={`/api/open-deals/${dealId}/calls/${id}.ics`}
                download
              >
                <CalendarPlus />
                {eventMessages.addToCalendar}
              </a>
            )}
            <NotComing dealId={dealId} callId={id} />
          </div>
        )}
      </div>
      {isComing && is_joinable && <JoinCall dealId={dealId} callId={id} />}
      {isOpen && requested_at === null && <AskToJoin dealId={dealId} callId={id} />}
    </>
  );
}

const asSentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

function statusOf(call: OpenCall, isPast: boolean): string {
  const { cancelled_reason, requested_at, joined_at, is_joinable } = call;
  if (cancelled_reason !== null) return `Cancelled: ${cancelled_reason}`;
  if (joined_at) return `You joined at ${hourAndMinute(joined_at)}.`;
  if (isPast) return requested_at ? "You asked to join, but did not." : "You did not ask to join.";
  if (!requested_at || is_joinable) return "";
  return `You asked to join; the link appears here at ${hourAndMinute(new Date(linkTime(call)).toISOString())}.`;
}

function NotComing({ dealId, callId }: { dealId: string; callId: string }) {
  const { mutate, isPending } = useChangeRequest(dealId, callId);
  return (
    <Button
      ref={useLeaveFocus()}
      variant="outline"
      isSmall
      busyLabel={isPending && "One moment..."}
      onClick={() => mutate(false)}
    >
      Not coming after all
    </Button>
  );
}

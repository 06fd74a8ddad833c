import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useRef, useState } from "react";
import { dealCallMessages } from "#shared/deals/deal-call-messages.ts";
import type { OpenCall, OpenCallList } from "#shared/deals/deal-calls.ts";
import { eventMessages } from "#shared/settings/club-messages.ts";
import { callApi } from "#web/lib/api.ts";
import { formatLondonTime, hourAndMinute } from "#web/lib/format.ts";
import { closeDeal, gateIsOpen } from "#web/lib/gated-queries.ts";
import { ownTime } from "#web/lib/own-time.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { CalendarPlus } from "#web/ui/icons.generated.ts";
import { InlineLink } from "#web/ui/link.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { toastFailure } from "#web/ui/toast.ts";
import { useLeaveFocus } from "#web/ui/use-leave-focus.ts";
import { linkTime } from "./call-times.ts";

interface CallProps {
  dealId: string;
  call: OpenCall;
  isPast: boolean;
  /** The reader wants to hear nothing more about the deal. */
  isNotForReader: boolean;
}

export function Call({ dealId, call, isPast, isNotForReader }: CallProps) {
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
            {asSentence(about)} {own && `Your time: ${own}.`} {statusOf(call, isPast)}{" "}
            {isComing && isNotForReader && "The club expects you until you press “Not coming after all”."}
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

function useChangeRequest(dealId: string, callId: string) {
  const client = useQueryClient();
  const queryKey = queryKeys.openCalls(dealId);
  return useMutation({
    scope: { id: `calls ${dealId}` },
    mutationFn: (asks: boolean) =>
      callApi<OpenCallList>("PUT", `/open-deals/${dealId}/calls/${callId}/request`, { asks }),
    onMutate: () => client.cancelQueries({ queryKey }),
    onSuccess: (answer) => client.setQueryData(queryKey, gateIsOpen(answer)),
    onError: (error, asks) => {
      if (closeDeal(client, dealId, error)) return;
      toastFailure(asks ? "You have not asked to join" : "You are still expected", error);
      void client.invalidateQueries({ queryKey });
    },
  });
}

/** The address is given to one person, at the time, and kept nowhere. */
function JoinCall({ dealId, callId }: { dealId: string; callId: string }) {
  const client = useQueryClient();
  const { mutateAsync, data, error, isPending } = useMutation({
    mutationFn: () => callApi<{ join_url: string }>("POST", `/open-deals/${dealId}/calls/${callId}/join`),
    onError: (error) => closeDeal(client, dealId, error),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.openCalls(dealId) }),
    gcTime: 0,
  });
  const join = async () => {
    // The tab opens in the press: browsers block tabs that open later.
    const tab = window.open("about:blank", "_blank");
    if (tab) tab.opener = null;
    try {
      const { join_url } = await mutateAsync();
      tab?.location.replace(join_url);
    } catch {
      tab?.close();
    }
  };
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 pt-3 print:hidden">
      <Button busyLabel={isPending && "Opening..."} onClick={() => void join()}>
        Join the call
      </Button>
      <p className="note">
        It opens in a new tab. That you join is recorded.{" "}
        {data && <InlineLink to={data.join_url}>No new tab? Open the call here</InlineLink>}
      </p>
      {error && (
        <div role="alert">
          <Notice tone="error" title="The call did not open.">
            {error.message}
          </Notice>
        </div>
      )}
    </div>
  );
}

/** Nobody is asked to a call who has not asked for it, in these words. */
function AskToJoin({ dealId, callId }: { dealId: string; callId: string }) {
  const { mutate, isPending } = useChangeRequest(dealId, callId);
  const [isTicked, setTicked] = useState(false);
  const [isRefused, setRefused] = useState(false);
  const tick = useRef<HTMLInputElement>(null);
  const errorId = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    setRefused(!isTicked);
    if (isTicked) mutate(true);
    else tick.current?.focus();
  };
  return (
    <form
      className="grid max-w-[42rem] justify-items-start gap-3 pt-[0.9rem] print:hidden"
      noValidate
      onSubmit={submit}
    >
      <Checkbox
        ref={tick}
        label={dealCallMessages.request}
        checked={isTicked}
        onChange={({ target }) => setTicked(target.checked)}
        aria-invalid={isRefused && !isTicked ? true : undefined}
        aria-describedby={isRefused && !isTicked ? errorId : undefined}
      />
      {isRefused && !isTicked && (
        <p id={errorId} className="field-error">
          Tick this to ask to join
        </p>
      )}
      <Button ref={useLeaveFocus()} type="submit" variant="outline" busyLabel={isPending && "Asking..."}>
        Ask to join
      </Button>
    </form>
  );
}

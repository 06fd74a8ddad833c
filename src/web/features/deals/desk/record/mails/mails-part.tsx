import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import type { Mailing, MailingList, NextMailing } from "#shared/deals/deal-mailings.ts";
import { mailingStateLabels, dealMailingMessages as messages } from "#shared/deals/deal-register-messages.ts";
import type { DealRecord } from "#shared/deals/deals.ts";
import { callApi } from "#web/lib/api.ts";
import { shortLondonTime } from "#web/lib/format.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmButton } from "#web/ui/confirm-button.tsx";
import { SectionFailed } from "#web/ui/section-failed.tsx";
import { Skeleton, Skeletons } from "#web/ui/skeleton.tsx";
import { toast, toastFailure } from "#web/ui/toast.ts";

/** Whom the next mail would reach, and what came of those before. */
export function MailsPart({ deal: { id } }: { deal: DealRecord }) {
  const { data, isError, refetch } = useQuery({
    queryKey: queryKeys.dealMailings(id),
    queryFn: ({ signal }) => callApi<MailingList>("GET", `/deals/${id}/mailings`, undefined, signal),
    // Mails leave while somebody looks.
    refetchInterval: ({ state }) => (state.data?.items.some(isUnderWay) ? 5000 : false),
  });
  if (data)
    return (
      <div className="grid max-w-(--measure) gap-8">
        {data.next.map((next) => (
          <NextMail key={`${next.kind} ${next.call_id}`} id={id} next={next} />
        ))}
        {data.next.length > 0 && <Notice notice={data.notice} />}
        {data.items.map((mailing) => (
          <MailingReport key={mailing.id} id={id} mailing={mailing} />
        ))}
      </div>
    );
  if (isError) return <SectionFailed text="Who is told could not be loaded." onRetry={refetch} />;
  return (
    <Skeletons label="Loading who is told" className="grid max-w-[28rem] gap-3">
      <Skeleton className="h-5" />
      <Skeleton className="h-4 w-3/5" />
    </Skeletons>
  );
}

/** Whom it would reach, and who is left out for which reason. */
function NextMail({ id, next }: { id: string; next: NextMailing }) {
  const heading = useId();
  const client = useQueryClient();
  const { kind, call_id, call_starts_at, eligible, left_out } = next;
  const start = useMutation({
    mutationFn: () => callApi<MailingList>("POST", `/deals/${id}/mailings`, { call_id }),
    onSuccess: (mailings) => {
      client.setQueryData(queryKeys.dealMailings(id), mailings);
      toast({ title: "The emails are on their way" });
    },
    onError: (error) => toastFailure("The emails were not started", error),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.dealMailings(id) }),
  });
  const title =
    kind === "call" ? `The invitation to the call of ${shortLondonTime(call_starts_at ?? "")}` : messages.next[kind];
  return (
    <section aria-labelledby={heading} className="grid justify-items-start gap-2">
      <h4 id={heading} className="d4">
        {title}
      </h4>
      <p className="num">
        {eligible} {eligible === 1 ? "member" : "members"} would get an email
      </p>
      <p className="muted">
        {messages.nextText[kind]} Approved members with a valid statement who agreed to such emails. Each is asked again
        as their email leaves.
      </p>
      <h5 className="label">Left out</h5>
      {left_out.length === 0 && <p className="muted">Nobody is left out.</p>}
      {left_out.length > 0 && (
        <ul className="grid gap-1">
          {left_out.map(({ reason, people }) => (
            <li key={reason} className="num">
              {messages.leftOutText(people, reason)}
            </li>
          ))}
        </ul>
      )}
      {kind !== "release" && eligible > 0 && (
        <ConfirmButton
          label={messages.send[kind]}
          labelEnd={messages.mails}
          title={`Send it to ${eligible} ${eligible === 1 ? "member" : "members"}?`}
          text="Each is asked again as their email leaves. It cannot be sent a second time."
          busyLabel={start.isPending && "Sending"}
          variant="secondary"
          onConfirm={(close) => start.mutate(undefined, { onSettled: close })}
        />
      )}
    </section>
  );
}

const isUnderWay = ({ state, states }: Mailing): boolean =>
  state === "sending" && states.waiting + states.queued + states.sending > 0;

function Notice({ notice }: { notice: string }) {
  const copy = async () => {
    await navigator.clipboard.writeText(notice);
    toast({ title: "Copied" });
  };
  return (
    <section aria-labelledby="mail-notice" className="grid justify-items-start gap-2">
      <h4 id="mail-notice" className="d4">
        For chat groups
      </h4>
      <p>{notice}</p>
      <p className="muted">It names nothing, as nobody knows who reads along.</p>
      <Button variant="outline" isSmall onClick={() => void copy()}>
        Copy
      </Button>
    </section>
  );
}

type Action = "pause" | "resume" | "stop";

function MailingReport({ id, mailing }: { id: string; mailing: Mailing }) {
  const heading = useId();
  const client = useQueryClient();
  const { kind, state, states, dropped, can, created_at, started_by_name, call_starts_at } = mailing;
  const change = useMutation({
    mutationFn: (action: Action) => callApi<MailingList>("POST", `/deals/${id}/mailings/${mailing.id}/${action}`),
    onSuccess: (changed) => client.setQueryData(queryKeys.dealMailings(id), changed),
    onError: (error) => toastFailure("The emails could not be changed", error),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.dealMailings(id) }),
  });
  const busy = (action: Action) => change.isPending && change.variables === action && "Saving";
  const counts: [string, number][] = [
    ["Not sent yet", states.waiting + states.queued + states.sending],
    [messages.counts.sent, states.sent],
    ["Not sent: no longer allowed", states.dropped],
    ["Unknown: the server stopped while it sent, so they are not sent again", states.unknown],
    ["Stopped", states.stopped],
  ];
  const isLeaving = states.waiting + states.queued + states.sending > 0;
  const title =
    kind === "call" ? `The invitation to the call of ${shortLondonTime(call_starts_at ?? "")}` : messages.sent[kind];
  return (
    <section aria-labelledby={heading} className="grid gap-4">
      <div className="grid gap-1">
        <h4 id={heading} className="d4">
          {title}
        </h4>
        <p className="note">{messages.startedBy(started_by_name, shortLondonTime(created_at))}</p>
        {(isLeaving || state !== "sending") && <p>{mailingStateLabels[state]}</p>}
      </div>
      <dl className="grid border-t border-ink">
        {counts
          .filter(([label, people]) => people > 0 || label === messages.counts.sent)
          .map(([label, people]) => (
            <div key={label} className="flex justify-between gap-6 border-b border-line py-2">
              <dt>{label}</dt>
              <dd className="num">{people}</dd>
            </div>
          ))}
      </dl>
      {dropped.length > 0 && (
        <ul className="note grid gap-1">
          {dropped.map(({ reason, people }) => (
            <li key={reason} className="num">
              {messages.leftOutText(people, reason)}
            </li>
          ))}
        </ul>
      )}
      {isLeaving && (
        <div className="flex flex-wrap gap-3">
          {can.pause && (
            <Button variant="outline" isSmall busyLabel={busy("pause")} onClick={() => change.mutate("pause")}>
              Pause
            </Button>
          )}
          {can.resume && (
            <Button variant="outline" isSmall busyLabel={busy("resume")} onClick={() => change.mutate("resume")}>
              Go on
            </Button>
          )}
          {can.stop && (
            <ConfirmButton
              label="Stop"
              labelEnd={messages.mails}
              title="Stop these emails for good?"
              text="Those that have left stay sent. Those that have not are never sent."
              cancelLabel="Go on sending"
              busyLabel={busy("stop")}
              variant="secondary"
              onConfirm={(close) => change.mutate("stop", { onSettled: close })}
            />
          )}
        </div>
      )}
    </section>
  );
}

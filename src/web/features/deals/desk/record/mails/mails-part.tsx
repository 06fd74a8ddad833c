import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { mailingStateLabels, dealMailingMessages as messages } from "#shared/deal-register-messages.ts";
import type { DealRecord, MailAudience, Mailing } from "#shared/deals.ts";
import { callApi } from "#web/lib/api.ts";
import { shortLondonTime } from "#web/lib/format.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmButton } from "#web/ui/confirm-button.tsx";
import { Skeleton, Skeletons } from "#web/ui/skeleton.tsx";
import { toast, toastFailure } from "#web/ui/toast.ts";

/** Before the release who would be told, afterwards what came of it. */
export function MailsPart({ deal: { id } }: { deal: DealRecord }) {
  const mailing = useQuery({
    queryKey: queryKeys.dealMailing(id),
    queryFn: ({ signal }) => callApi<Mailing | null>("GET", `/deals/${id}/mailing`, undefined, signal),
    // Mails leave while somebody looks.
    refetchInterval: ({ state: { data } }) => (data && isUnderWay(data) ? 5000 : false),
  });
  const audience = useQuery({
    queryKey: queryKeys.mailAudience,
    queryFn: ({ signal }) => callApi<MailAudience>("GET", "/deals/mail-audience", undefined, signal),
    enabled: mailing.data === null,
  });
  const failed = mailing.isError ? mailing : audience.isError ? audience : undefined;
  if (failed)
    return (
      <div className="grid justify-items-start gap-4" role="alert">
        <p>{messages.failed}</p>
        <Button variant="outline" isSmall onClick={() => void failed.refetch()}>
          {messages.retry}
        </Button>
      </div>
    );
  if (mailing.data) return <Report id={id} mailing={mailing.data} />;
  if (mailing.data === null && audience.data) return <Audience audience={audience.data} />;
  return (
    <Skeletons label={messages.loading} className="grid max-w-[28rem] gap-3">
      <Skeleton className="h-5" />
      <Skeleton className="h-4 w-3/5" />
    </Skeletons>
  );
}

const isUnderWay = ({ state, states }: Mailing): boolean =>
  state === "sending" && states.waiting + states.queued + states.sending > 0;

function Audience({ audience: { eligible, left_out, notice } }: { audience: MailAudience }) {
  const copy = async () => {
    await navigator.clipboard.writeText(notice);
    toast({ title: messages.copied });
  };
  return (
    <div className="grid max-w-(--measure) gap-6">
      <section aria-labelledby="mail-audience" className="grid gap-2">
        <h3 id="mail-audience" className="d4">
          {messages.audienceTitle}
        </h3>
        <p className="num">{messages.eligible(eligible)}</p>
        <p className="muted">{messages.eligibleText}</p>
      </section>
      <section aria-labelledby="mail-left-out" className="grid gap-2">
        <h3 id="mail-left-out" className="d4">
          {messages.leftOut}
        </h3>
        {left_out.length === 0 && <p className="muted">{messages.nobodyLeftOut}</p>}
        {left_out.length > 0 && (
          <ul className="grid gap-1">
            {left_out.map(({ reason, people }) => (
              <li key={reason} className="num">
                {messages.leftOutText(people, reason)}
              </li>
            ))}
          </ul>
        )}
      </section>
      <section aria-labelledby="mail-notice" className="grid justify-items-start gap-2">
        <h3 id="mail-notice" className="d4">
          {messages.notice}
        </h3>
        <p>{notice}</p>
        <p className="muted">{messages.noticeText}</p>
        <Button variant="outline" isSmall onClick={() => void copy()}>
          {messages.copy}
        </Button>
      </section>
    </div>
  );
}

type Action = "pause" | "resume" | "stop";

function Report({ id, mailing }: { id: string; mailing: Mailing }) {
  const client = useQueryClient();
  const { state, states, dropped, can, created_at, started_by_name } = mailing;
  const change = useMutation({
    mutationFn: (action: Action) => callApi<Mailing>("POST", `/deals/${id}/mailing/${action}`),
    onSuccess: (changed) => client.setQueryData(queryKeys.dealMailing(id), changed),
    onError: (error) => toastFailure(messages.changeFailed, error),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.dealMailing(id) }),
  });
  const busy = (action: Action) => change.isPending && change.variables === action && messages.changing;
  const counts: [string, number][] = [
    [messages.waiting, states.waiting + states.queued + states.sending],
    [messages.sent, states.sent],
    [messages.dropped, states.dropped],
    [messages.unknown, states.unknown],
    [messages.stopped, states.stopped],
  ];
  return (
    <section aria-labelledby="mail-report" className="grid max-w-(--measure) gap-4">
      <div className="grid gap-1">
        <h3 id="mail-report" className="d4">
          {messages.reportTitle}
        </h3>
        <p className="note">{messages.started(started_by_name, shortLondonTime(created_at))}</p>
        <p>{mailingStateLabels[state]}</p>
      </div>
      <dl className="grid border-t border-ink">
        {counts
          .filter(([label, people]) => people > 0 || label === messages.sent)
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
      <div className="flex flex-wrap gap-3">
        {can.pause && (
          <Button variant="outline" isSmall busyLabel={busy("pause")} onClick={() => change.mutate("pause")}>
            {messages.pause}
          </Button>
        )}
        {can.resume && (
          <Button variant="outline" isSmall busyLabel={busy("resume")} onClick={() => change.mutate("resume")}>
            {messages.resume}
          </Button>
        )}
        {can.stop && (
          <ConfirmButton
            label={messages.stop}
            labelEnd={messages.mails}
            title={messages.stopTitle}
            text={messages.stopText}
            cancelLabel={messages.stopCancel}
            busyLabel={busy("stop")}
            variant="secondary"
            onConfirm={(close) => change.mutate("stop", { onSettled: close })}
          />
        )}
      </div>
    </section>
  );
}

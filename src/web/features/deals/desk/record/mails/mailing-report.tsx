import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import type { Mailing, MailingList } from "#shared/deals/deal-mailings.ts";
import { mailingStateLabels, dealMailingMessages as messages } from "#shared/deals/deal-register-messages.ts";
import { callApi } from "#web/lib/api.ts";
import { shortLondonTime } from "#web/lib/format.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmButton } from "#web/ui/confirm-button.tsx";
import { toastFailure } from "#web/ui/toast.ts";

type Action = "pause" | "resume" | "stop";

/** What came of one round of mails. */
export function MailingReport({ id, mailing }: { id: string; mailing: Mailing }) {
  const heading = useId();
  const client = useQueryClient();
  const { kind, state, states, dropped, can, created_at, started_by_name, call_starts_at } = mailing;
  const change = useMutation({
    mutationFn: (action: Action) => callApi<MailingList>("POST", `/deals/${id}/mailings/${mailing.id}/${action}`),
    onSuccess: (changed) => client.setQueryData(queryKeys.dealMailings(id), changed),
    onError: (error) => toastFailure(messages.changeFailed, error),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.dealMailings(id) }),
  });
  const busy = (action: Action) => change.isPending && change.variables === action && messages.changing;
  const counts: [string, number][] = [
    [messages.counts.waiting, states.waiting + states.queued + states.sending],
    [messages.counts.sent, states.sent],
    [messages.counts.dropped, states.dropped],
    [messages.counts.unknown, states.unknown],
    [messages.counts.stopped, states.stopped],
  ];
  const isLeaving = states.waiting + states.queued + states.sending > 0;
  const title = kind === "call" ? messages.sent.call(shortLondonTime(call_starts_at ?? "")) : messages.sent[kind];
  return (
    <section aria-labelledby={heading} className="grid gap-4">
      <div className="grid gap-1">
        <h3 id={heading} className="d4">
          {title}
        </h3>
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
      )}
    </section>
  );
}

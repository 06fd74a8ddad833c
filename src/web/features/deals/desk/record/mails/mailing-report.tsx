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
        <h2 id={heading} className="d4">
          {title}
        </h2>
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

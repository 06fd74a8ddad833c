import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import type { MailingList, NextMailing } from "#shared/deals/deal-mailings.ts";
import { dealMailingMessages as messages } from "#shared/deals/deal-register-messages.ts";
import { callApi } from "#web/lib/api.ts";
import { shortLondonTime } from "#web/lib/format.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { ConfirmButton } from "#web/ui/confirm-button.tsx";
import { toast, toastFailure } from "#web/ui/toast.ts";

/** Whom it would reach, and who is left out for which reason. */
export function NextMail({ id, next }: { id: string; next: NextMailing }) {
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
      <h3 id={heading} className="d4">
        {title}
      </h3>
      <p className="num">
        {eligible} {eligible === 1 ? "member" : "members"} would get an email
      </p>
      <p className="muted">
        {messages.nextText[kind]} Approved members with a current statement who agreed to such emails. Each is asked
        again as their email leaves.
      </p>
      <h4 className="label">Left out</h4>
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
          cancelLabel="Not now"
          busyLabel={start.isPending && "Sending"}
          variant="secondary"
          onConfirm={(close) => start.mutate(undefined, { onSettled: close })}
        />
      )}
    </section>
  );
}

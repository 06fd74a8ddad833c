import { useMutation } from "@tanstack/react-query";
import type { z } from "zod";
import type { ExitDetails, exitPaymentsSchema } from "#shared/funds-exits.ts";
import { exitDeskMessages as messages } from "#shared/funds-exits-desk-messages.ts";
import { exitKindLabels } from "#shared/funds-exits-messages.ts";
import { formatPence } from "#shared/pence.ts";
import { callApi } from "#web/lib/api.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmButton } from "#web/ui/confirm-button.tsx";
import { DialogOpener } from "#web/ui/dialog-opener.tsx";
import { toast, toastFailure } from "#web/ui/toast.ts";
import { ReasonDialog } from "../reason-dialog.tsx";
import { useExitsChanged } from "./use-exits-changed.ts";

/** What the reader can do with it now. */
export function ExitActions({ exit }: { exit: ExitDetails }) {
  const { can } = exit;
  return (
    <>
      {can.confirm && <Confirm exit={exit} />}
      {can.approve_payments && <Approve exit={exit} />}
      {can.propose_payments && <Pay exit={exit} />}
      {can.withdraw && <Withdraw exit={exit} />}
    </>
  );
}

function Confirm({ exit: { id, kind, members, paid_pence, company_name } }: { exit: ExitDetails }) {
  const changed = useExitsChanged();
  const { mutate, isPending } = useMutation({
    mutationFn: () => callApi<ExitDetails>("POST", `/exits/${id}/confirm`),
    onSuccess: () => toast({ title: messages.confirmed }),
    onError: (error) => toastFailure(messages.confirmFailed, error),
    onSettled: changed,
  });
  return (
    <ConfirmButton
      label={messages.confirm}
      labelEnd={company_name}
      title={messages.confirmTitle(exitKindLabels[kind].toLowerCase())}
      text={messages.confirmText(members, formatPence(paid_pence))}
      cancelLabel={messages.keep}
      busyLabel={isPending && messages.confirming}
      variant="secondary"
      onConfirm={(close) => mutate(undefined, { onSettled: close })}
    />
  );
}

function Approve({ exit: { id, company_name } }: { exit: ExitDetails }) {
  const changed = useExitsChanged();
  const { mutate, isPending } = useMutation({
    mutationFn: () => callApi<z.infer<typeof exitPaymentsSchema>>("POST", `/exits/${id}/payments/approve`),
    onSuccess: ({ payments, pence, left_out }) =>
      toast({ title: messages.approved(payments, formatPence(pence), left_out) }),
    onError: (error) => toastFailure(messages.approveFailed, error),
    onSettled: changed,
  });
  return (
    <ConfirmButton
      label={messages.approve}
      labelEnd={company_name}
      title={messages.approveTitle}
      text={messages.approveText}
      cancelLabel={messages.keep}
      busyLabel={isPending && messages.approving}
      variant="secondary"
      onConfirm={(close) => mutate(undefined, { onSettled: close })}
    />
  );
}

function Pay({ exit: { id } }: { exit: ExitDetails }) {
  const changed = useExitsChanged();
  return (
    <DialogOpener
      button={(open) => (
        <Button isSmall onClick={open}>
          {messages.pay}
        </Button>
      )}
      dialog={(state) => (
        <ReasonDialog
          {...state}
          path={`/exits/${id}/payments`}
          onChanged={changed}
          words={{
            title: messages.payTitle,
            text: messages.payText,
            submit: messages.paySubmit,
            busy: messages.paying,
            done: messages.proposed,
            failed: messages.payFailed,
          }}
        />
      )}
    />
  );
}

function Withdraw({ exit: { id } }: { exit: ExitDetails }) {
  const changed = useExitsChanged();
  return (
    <DialogOpener
      button={(open) => (
        <Button variant="ghost" isSmall onClick={open}>
          {messages.withdraw}
        </Button>
      )}
      dialog={(state) => (
        <ReasonDialog
          {...state}
          path={`/exits/${id}/withdraw`}
          onChanged={changed}
          words={{
            title: messages.withdrawTitle,
            text: messages.withdrawText,
            submit: messages.withdrawSubmit,
            busy: messages.withdrawing,
            done: messages.withdrawn,
            failed: messages.withdrawFailed,
          }}
        />
      )}
    />
  );
}

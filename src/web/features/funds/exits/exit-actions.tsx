import type { z } from "zod";
import type { ExitDetails, exitPaymentsSchema } from "#shared/funds/funds-exits.ts";
import { exitDeskMessages as messages } from "#shared/funds/funds-exits-desk-messages.ts";
import { exitKindLabels } from "#shared/funds/funds-exits-messages.ts";
import { formatPence } from "#shared/pence.ts";
import { ActionButton } from "#web/lib/action-button.tsx";
import { shareKeys } from "#web/lib/query-keys.ts";
import { ReasonButton } from "#web/lib/reason-button.tsx";

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
  return (
    <ActionButton
      path={`/exits/${id}/confirm`}
      label={messages.confirm}
      labelEnd={company_name}
      busy={messages.confirming}
      confirm={{
        title: messages.confirmTitle(exitKindLabels[kind].toLowerCase()),
        text: messages.confirmText(members, formatPence(paid_pence)),
        cancel: messages.keep,
      }}
      done={messages.confirmed}
      failed={messages.confirmFailed}
      invalidates={shareKeys}
    />
  );
}

function Approve({ exit: { id, company_name } }: { exit: ExitDetails }) {
  return (
    <ActionButton<z.infer<typeof exitPaymentsSchema>>
      path={`/exits/${id}/payments/approve`}
      label={messages.approve}
      labelEnd={company_name}
      busy={messages.approving}
      confirm={{ title: messages.approveTitle, text: messages.approveText, cancel: messages.keep }}
      done={({ payments, pence, left_out }) => messages.approved(payments, formatPence(pence), left_out)}
      failed={messages.approveFailed}
      invalidates={shareKeys}
    />
  );
}

function Pay({ exit: { id } }: { exit: ExitDetails }) {
  return (
    <ReasonButton
      label={messages.pay}
      look="secondary"
      to={`/exits/${id}/payments`}
      invalidates={shareKeys}
      words={{
        title: messages.payTitle,
        text: messages.payText,
        submit: messages.paySubmit,
        busy: messages.paying,
        done: messages.proposed,
        failed: messages.payFailed,
      }}
    />
  );
}

function Withdraw({ exit: { id } }: { exit: ExitDetails }) {
  return (
    <ReasonButton
      label={messages.withdraw}
      look="ghost"
      to={`/exits/${id}/withdraw`}
      invalidates={shareKeys}
      words={{
        title: messages.withdrawTitle,
        text: messages.withdrawText,
        submit: messages.withdrawSubmit,
        busy: messages.withdrawing,
        done: messages.withdrawn,
        failed: messages.withdrawFailed,
      }}
    />
  );
}

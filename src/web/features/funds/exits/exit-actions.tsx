import type { z } from "zod";
import { counted } from "#shared/counted.ts";
import { announcedMessages } from "#shared/funds/announced-messages.ts";
import type { ExitDetails, exitPaymentsSchema } from "#shared/funds/funds-exits.ts";
import { exitDeskMessages as messages } from "#shared/funds/funds-exits-desk-messages.ts";
import { exitKindLabels } from "#shared/funds/funds-exits-messages.ts";
import { formatPence } from "#shared/pence.ts";
import { ActionButton } from "#web/lib/action-button.tsx";
import { shareKeys } from "#web/lib/query-keys.ts";
import { ReasonButton } from "#web/lib/reason-button.tsx";
import { confirmedWords } from "#web/lib/second-person-note.tsx";

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
    <ActionButton<ExitDetails>
      path={`/exits/${id}/confirm`}
      label="Confirm"
      labelEnd={company_name}
      busy={messages.confirming}
      confirm={{
        title: `Confirm this ${exitKindLabels[kind].toLowerCase()}?`,
        text: `${counted(members, "member")} ${members === 1 ? "gets" : "get"} ${formatPence(paid_pence)} together and are told now. It is never changed after that; until money is booked it can be withdrawn. ${announcedMessages.ifHeld}`,
      }}
      done={confirmedWords("Confirmed. Members are told.", "withdraws")}
      failed={messages.confirmFailed}
      invalidates={shareKeys}
    />
  );
}

function Approve({ exit: { id, company_name, to_approve } }: { exit: ExitDetails }) {
  return (
    <ActionButton<z.infer<typeof exitPaymentsSchema>>
      path={`/exits/${id}/payments/approve`}
      label="Approve payments"
      labelEnd={company_name}
      busy="Approving…"
      confirm={{
        title: "Approve all payments that wait?",
        text: `${messages.approveSum(to_approve)} Those that you proposed stay for another admin. A payment to you becomes your proposal, which another admin approves. The bank pays what is approved.`,
      }}
      done={({ payments, pence, left_out }) =>
        `${counted(payments, "payment")} approved, ${formatPence(pence)}${left_out > 0 ? `. ${counted(left_out, "payment")} left for another admin` : ""}`
      }
      failed="Not approved"
      invalidates={shareKeys}
    />
  );
}

function Pay({ exit: { id, to_propose } }: { exit: ExitDetails }) {
  return (
    <ReasonButton
      label="Propose payments…"
      look="secondary"
      to={`/exits/${id}/payments`}
      invalidates={shareKeys}
      words={{
        title: "Propose what is paid out",
        text: `${messages.proposeSum(to_propose)} The costs and every member’s part, of each deal whose money has arrived in full, and a payment to you that another admin proposed. Another admin approves them.`,
        submit: "Propose them",
        busy: "Proposing…",
        done: "The payments are proposed",
        failed: "Not proposed",
      }}
    />
  );
}

function Withdraw({ exit: { id } }: { exit: ExitDetails }) {
  return (
    <ReasonButton
      label="Withdraw…"
      look="ghost"
      to={`/exits/${id}/withdraw`}
      invalidates={shareKeys}
      words={{
        title: "Withdraw this exit",
        text: "Nothing is paid. Those who were told of it are told of this too.",
        submit: "Withdraw it",
        busy: "Withdrawing…",
        done: "Withdrawn",
        failed: "Not withdrawn",
      }}
    />
  );
}

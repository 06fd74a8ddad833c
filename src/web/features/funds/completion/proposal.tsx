import { lazy } from "react";
import type { Completion } from "#shared/funds/funds-completion.ts";
import { completionPartMessages as messages } from "#shared/funds/funds-completion-desk-messages.ts";
import { formatPence } from "#shared/pence.ts";
import { ActionButton } from "#web/lib/action-button.tsx";
import { formatDateTime, longDate } from "#web/lib/format.ts";
import { dealMoneyKeys } from "#web/lib/query-keys.ts";
import { Button } from "#web/ui/button.tsx";
import { DialogOpener } from "#web/ui/dialog-opener.tsx";
import { Notice } from "#web/ui/notice.tsx";

const ProposeDialog = lazy(() => import("./propose-dialog.tsx").then((file) => ({ default: file.ProposeDialog })));

/** One admin proposes with the day of issue, another confirms what is said to happen. */
export function Proposal({ completion }: { completion: Completion }) {
  const { deal_id, proposal, can } = completion;
  return (
    <section aria-labelledby="complete" className="grid gap-3">
      <h3 id="complete" className="d4 block-heading">
        Complete the deal
      </h3>
      {proposal && <Waiting completion={completion} proposal={proposal} />}
      {!proposal && !can.propose && (
        <p className="note">
          {isMember(completion)
            ? `${messages.waitsMember}. Two other admins complete it.`
            : "It can be proposed once nothing is open."}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        {proposal && can.confirm && <Confirm completion={completion} proposalId={proposal.id} />}
        {can.propose && (
          <DialogOpener
            button={(open) => (
              <Button variant={proposal ? "outline" : "primary"} isSmall onClick={open}>
                {proposal ? "Propose another day..." : "Propose to complete..."}
              </Button>
            )}
            dialog={(state) => <ProposeDialog {...state} dealId={deal_id} issuedOn={proposal?.issued_on} />}
          />
        )}
      </div>
    </section>
  );
}

interface WaitingProps {
  completion: Completion;
  proposal: NonNullable<Completion["proposal"]>;
}

function Waiting({ completion, proposal }: WaitingProps) {
  const { proposed_by_name, proposed_at, issued_on } = proposal;
  return (
    <>
      <p className="small num">{messages.waits(proposed_by_name, formatDateTime(proposed_at))}</p>
      <Happening completion={completion} issuedOn={issued_on} />
      {!completion.can.confirm && <Notice className="max-w-(--measure)">{whyNot(completion)}</Notice>}
    </>
  );
}

function Happening({ completion, issuedOn }: { completion: Completion; issuedOn: string }) {
  const { members, shares, success_fee_pence: fee } = completion;
  return (
    <div className="grid max-w-(--measure) gap-1">
      <h4 className="small font-semibold">What will happen</h4>
      <ul className="small num list-disc pl-5">
        <li>{messages.issue(members, shares, longDate(issuedOn))}</li>
        <li>{fee ? messages.invoice(formatPence(fee)) : messages.noInvoice}</li>
        <li>Each member is told, and finds a certificate of what they hold among their papers.</li>
        <li>{messages.final}</li>
      </ul>
    </div>
  );
}

function whyNot(completion: Completion): string {
  if (isMember(completion)) return messages.waitsMember;
  return completion.items.some(({ state }) => state === "open")
    ? "It cannot be confirmed while something is open."
    : "A second person has to confirm this. Waits for another admin to confirm it.";
}

const isMember = ({ items }: Completion): boolean =>
  items.some(({ key, state }) => key === "two_admins" && state === "open");

function Confirm({ completion, proposalId }: { completion: Completion; proposalId: string }) {
  const { deal_id, members, shares, proposal, success_fee_pence: fee } = completion;
  const issue = messages.issue(members, shares, longDate(proposal?.issued_on ?? ""));
  const invoice = fee ? messages.invoice(formatPence(fee)) : messages.noInvoice;
  return (
    <ActionButton
      path={`/deals/${deal_id}/completion/confirm`}
      body={{ id: proposalId }}
      label="Confirm and complete"
      labelEnd=""
      busy="Completing..."
      confirm={{ title: "Complete this deal?", text: `${issue} ${invoice} ${messages.final}`, cancel: "Not now" }}
      done="The deal is completed"
      failed="The deal was not completed"
      invalidates={dealMoneyKeys}
    />
  );
}

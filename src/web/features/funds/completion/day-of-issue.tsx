import { lazy } from "react";
import type { Completion } from "#shared/funds/funds-completion.ts";
import { completionPartMessages as messages } from "#shared/funds/funds-completion-desk-messages.ts";
import { formatPence } from "#shared/pence.ts";
import { formatDateTime, longDate, shortLondonTime } from "#web/lib/format.ts";
import { Button } from "#web/ui/button.tsx";
import { DialogOpener } from "#web/ui/dialog-opener.tsx";

const DayOfIssueDialog = lazy(() =>
  import("./day-of-issue-dialog.tsx").then((file) => ({ default: file.DayOfIssueDialog })),
);

const dayMs = 24 * 60 * 60 * 1000;

/** Typed once the papers are filed. A day later the clock completes what two have signed. */
export function DayOfIssue({ completion }: { completion: Completion }) {
  const { deal_id, proposal, schedule_says, can } = completion;
  return (
    <section aria-labelledby="day-of-issue" className="grid gap-3">
      <h3 id="day-of-issue" className="d4 block-heading">
        Day of issue
      </h3>
      {proposal && <Waiting completion={completion} proposal={proposal} />}
      {!proposal && !can.propose && (
        <p className="note">It is typed once nothing is open. The deal completes 24 hours later.</p>
      )}
      {can.propose && schedule_says && <p className="note num">The signed schedule says {longDate(schedule_says)}.</p>}
      {can.propose && (
        <p>
          <DialogOpener
            button={(open) => (
              <Button variant={proposal ? "outline" : "secondary"} isSmall onClick={open}>
                {proposal ? "Type another day" : "Type the day of issue"}
              </Button>
            )}
            dialog={(state) => <DayOfIssueDialog {...state} dealId={deal_id} issuedOn={proposal?.issued_on} />}
          />
        </p>
      )}
    </section>
  );
}

interface WaitingProps {
  completion: Completion;
  proposal: NonNullable<Completion["proposal"]>;
}

function Waiting({ completion, proposal }: WaitingProps) {
  const { proposed_by_name, proposed_at, issued_on } = proposal;
  const { members, shares, success_fee_pence: fee } = completion;
  const at = new Date(new Date(proposed_at).getTime() + dayMs).toISOString();
  return (
    <>
      <p className="small num">{messages.typed(proposed_by_name, formatDateTime(proposed_at))}</p>
      <div className="grid max-w-(--measure) gap-1">
        <h4 className="small font-semibold">
          What happens on {shortLondonTime(at)}, unless somebody objects to the closing list
        </h4>
        <ul className="small num list-disc pl-5">
          <li>{messages.issue(members, shares, longDate(issued_on))}</li>
          <li>{fee ? messages.invoice(formatPence(fee)) : messages.noInvoice}</li>
          <li>Each member is told, and finds a certificate of what they hold among their documents.</li>
          <li>{messages.final}</li>
        </ul>
      </div>
    </>
  );
}

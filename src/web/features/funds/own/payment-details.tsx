import { useState } from "react";
import type { PaymentDetails as Details } from "#shared/funds/funds.ts";
import { paymentMessages as messages } from "#shared/funds/own-funds-messages.ts";
import { formatPence, plainPounds } from "#shared/pence.ts";
import { ApiError } from "#web/lib/api.ts";
import { hourAndMinute, longDate } from "#web/lib/format.ts";
import { useAction } from "#web/lib/use-action.ts";
import { Button } from "#web/ui/button.tsx";
import { CopyButton } from "#web/ui/copy-button.tsx";
import { FocusedSection } from "#web/ui/focused-section.tsx";

interface PaymentDetailsProps {
  commitmentId: string;
  /** After a refusal that says something has changed. */
  onStale: () => void;
}

/** Kept in this page alone: they are gone with it. */
export function PaymentDetails({ commitmentId, onStale }: PaymentDetailsProps) {
  const [details, setDetails] = useState<Details>();
  const { act, isPending } = useAction<Details>(`/commitments/${commitmentId}/payment-details`, {
    onDone: setDetails,
    failed: "The account was not shown",
    onFailed: (error) => {
      const stays = ["rate_limited", "fresh_sign_in_required"];
      if (error instanceof ApiError && !stays.includes(error.problem.code)) onStale();
    },
  });
  if (details) return <Shown details={details} />;
  return (
    <div className="card funds-ask">
      <p className="muted">The account is shown to you alone, once you confirm that it is you, and is in no mail.</p>
      <div className="button-row">
        <Button busyLabel={isPending && "Asking…"} onClick={() => act()}>
          Show where to pay to
        </Button>
      </div>
    </div>
  );
}

function Shown({ details }: { details: Details }) {
  const {
    amount_pence,
    reference,
    account_name,
    sort_code,
    account_number,
    confirmed_on,
    is_called_back,
    signed_in_at,
  } = details;
  const rows = [
    // Without the sign and the commas, as a bank's form takes it.
    {
      what: "Exact amount",
      shown: formatPence(amount_pence),
      text: plainPounds(amount_pence),
      look: "is-figure",
    },
    { what: "Reference", shown: reference, text: reference, look: "is-figure" },
    { what: "Account name", shown: account_name, text: account_name, look: "" },
    { what: "Sort code", shown: sort_code, text: sort_code, look: "is-code" },
    { what: "Account number", shown: account_number, text: account_number, look: "is-code" },
  ];
  return (
    <FocusedSection label={messages.details}>
      <div className="grid gap-4">
        <dl className="card funds-details num">
          {rows.map(({ what, shown, text, look }) => (
            <div key={what}>
              <dt>{what}</dt>
              <dd className={look}>{shown}</dd>
              <dd>
                <CopyButton what={what} text={text} />
              </dd>
            </div>
          ))}
        </dl>
        <p className="note max-w-(--measure)">
          {is_called_back
            ? `The account was entered by one person and confirmed by another after a call back, on ${longDate(confirmed_on)}.`
            : `The account is that of an earlier deal. Two people signed it again on ${longDate(confirmed_on)}.`}{" "}
          It is shown here because you signed in or confirmed that it was you at {hourAndMinute(signed_in_at)}, and it
          is in no mail: if a mail names an account, it is not ours.
        </p>
      </div>
    </FocusedSection>
  );
}

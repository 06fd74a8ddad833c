import { useState } from "react";
import { z } from "zod";
import type { PaymentDetails as Details } from "#shared/funds/funds.ts";
import { paymentMessages as messages } from "#shared/funds/own-funds-messages.ts";
import { formatPence, plainPounds } from "#shared/pence.ts";
import { ApiError, callApi } from "#web/lib/api.ts";
import { hourAndMinute, longDate } from "#web/lib/format.ts";
import { useApiForm } from "#web/lib/use-api-form.ts";
import { CopyButton } from "#web/ui/copy-button.tsx";
import { FocusedSection } from "#web/ui/focused-section.tsx";
import { Form, FormField, FormFields, SubmitButton } from "#web/ui/form/form.tsx";
import { Input } from "#web/ui/input.tsx";
import { toastFailure } from "#web/ui/toast.ts";

/** Whether one is needed, the server knows. */
const schema = z.object({ password: z.string().max(1024) });

interface PaymentDetailsProps {
  commitmentId: string;
  /** After a refusal that says something has changed. */
  onStale: () => void;
}

/** Kept in this page alone: they are gone with it. */
export function PaymentDetails({ commitmentId, onStale }: PaymentDetailsProps) {
  const [details, setDetails] = useState<Details>();
  const [isAsked, setAsked] = useState(false);
  const form = useApiForm<{ password: string }, Details>({
    schema,
    defaultValues: { password: "" },
    send: ({ password }) =>
      callApi("POST", `/commitments/${commitmentId}/payment-details`, password ? { password } : {}),
    onSent: (answer) => {
      form.resetField("password");
      setDetails(answer);
    },
    fieldOfCode: { wrong_password: "password", no_password: "password" },
    reveal: (field) => field === "password" && setAsked(true),
    onRefused: (error, isAtField) => {
      if (isAtField) return;
      toastFailure("The account was not shown", error);
      if (error instanceof ApiError && error.problem.status !== 429) onStale();
    },
    refusalFocus: "password",
  });
  if (details) return <Shown details={details} />;
  return (
    <Form form={form} className="card funds-ask" aria-label={messages.details}>
      <p className="muted">The account is shown to you alone, after a fresh sign-in, and in no mail.</p>
      <FormFields form={form}>
        {isAsked && (
          <FormField form={form} name="password" label="Your password" hint="You signed in a while ago.">
            <Input type="password" autoComplete="current-password" />
          </FormField>
        )}
      </FormFields>
      <div className="button-row">
        <SubmitButton form={form} busyLabel="Asking…">
          Show where to pay to
        </SubmitButton>
      </div>
    </Form>
  );
}

function Shown({ details }: { details: Details }) {
  const { amount_pence, reference, account_name, sort_code, account_number, confirmed_on, signed_in_at } = details;
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
          The account was entered by one admin and confirmed by another after a call back, on {longDate(confirmed_on)}.
          It is shown here because you signed in or gave your password at {hourAndMinute(signed_in_at)}, and it is in no
          mail: if a mail names an account, it is not ours.
        </p>
      </div>
    </FocusedSection>
  );
}

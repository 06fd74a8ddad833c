import { lazy } from "react";
import type { Relief } from "#shared/funds/funds-relief.ts";
import { reliefPartMessages as messages } from "#shared/funds/funds-relief-desk-messages.ts";
import { longDate, shortDate } from "#web/lib/format.ts";
import { DialogOpener } from "#web/ui/dialog-opener.tsx";
import { RowAction } from "#web/ui/row-action.tsx";

const StepDialog = lazy(() => import("./step-dialog.tsx").then((file) => ({ default: file.StepDialog })));

type Step = Relief["steps"][number];

/** What is done, with its day; how long the next one is waited for; and when the company is asked again. */
export function ReliefSteps({ relief }: { relief: Relief }) {
  const { steps, waiting_days, chased_on, chased_next_on } = relief;
  const next = steps.findLastIndex(({ on }) => on !== null) + 1;
  return (
    <section aria-label="Steps" className="grid gap-3">
      <ol className="relief-steps num">
        {steps.map((step, index) => (
          <li key={step.key} className={step.on === null ? "is-ahead" : "is-done"}>
            <p className="relief-step">
              {step.on !== null && <span className="sr-only">done: </span>}
              {step.label}
            </p>
            {step.on !== null && <p className="small">{shortDate(step.on)}</p>}
            {step.on === null && index >= next && <p className="small">Still to come</p>}
            {step.said && <p className="note wrap-anywhere">{step.said}</p>}
            {index === next && waiting_days !== null && <p className="note">{messages.waiting(waiting_days)}</p>}
            <Record step={step} relief={relief} />
          </li>
        ))}
      </ol>
      <p className="note num">
        {chased_on && `The company was last asked for its certificates on ${longDate(chased_on)}.`}{" "}
        {chased_next_on && `It is asked on ${longDate(chased_next_on)}, by a mail to its founders.`}
      </p>
    </section>
  );
}

function Record({ step, relief: { deal_id, uir, can } }: { step: Step; relief: Relief }) {
  const recorded = can.record.find((key) => key === step.key);
  if (!recorded) return null;
  return (
    <p>
      <DialogOpener
        button={(open) => (
          <RowAction labelEnd={step.label} onClick={open}>
            {step.on === null ? "Record" : "Correct"}
          </RowAction>
        )}
        dialog={(state) => (
          <StepDialog {...state} dealId={deal_id} step={recorded} label={step.label} on={step.on} uir={uir} />
        )}
      />
    </p>
  );
}

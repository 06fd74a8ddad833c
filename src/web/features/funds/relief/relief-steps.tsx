import { lazy } from "react";
import type { Relief } from "#shared/funds-relief.ts";
import { reliefPartMessages as messages } from "#shared/funds-relief-desk-messages.ts";
import { formatPence } from "#shared/pence.ts";
import { longDate, shortDate } from "#web/lib/format.ts";
import { RowAction } from "#web/ui/row-action.tsx";
import { DialogOpener } from "../dialog-opener.tsx";

const StepDialog = lazy(() => import("./step-dialog.tsx").then((file) => ({ default: file.StepDialog })));

type Step = Relief["steps"][number];

/** What is done, with its day; how long the next one is waited for. */
export function ReliefSteps({ relief }: { relief: Relief }) {
  const { steps, waiting_days } = relief;
  const next = steps.find(({ on }) => on === null);
  return (
    <section aria-label={messages.steps} className="grid gap-3">
      <ol className="relief-steps num">
        {steps.map((step) => (
          <li key={step.key} className={step.on === null ? "is-ahead" : "is-done"}>
            <p className="relief-step">
              {step.on !== null && <span className="sr-only">{messages.stepDone}: </span>}
              {step.label}
            </p>
            <p className="small">{step.on === null ? messages.still : shortDate(step.on)}</p>
            {step.said && <p className="note wrap-anywhere">{step.said}</p>}
            {step === next && waiting_days !== null && <p className="note">{messages.waiting(waiting_days)}</p>}
            <Record step={step} relief={relief} />
          </li>
        ))}
      </ol>
      <dl className="closing-facts-list num">
        {factsOf(relief).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
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
            {step.on === null ? messages.record : messages.recordAgain}
          </RowAction>
        )}
        dialog={(state) => (
          <StepDialog {...state} dealId={deal_id} step={recorded} label={step.label} on={step.on} uir={uir} />
        )}
      />
    </p>
  );
}

function factsOf({ uir, due, delivered, delivered_pence, chased_on, chased_next_on }: Relief): [string, string][] {
  return [
    ...(uir ? [[messages.uir, uir] as [string, string]] : []),
    [
      messages.deliveredFact,
      `${messages.delivered(delivered, due)}, ${messages.deliveredSum(formatPence(delivered_pence))}`,
    ],
    [messages.chased, chased_on ? longDate(chased_on) : messages.notChased],
    [messages.chasedNext, chased_next_on ? longDate(chased_next_on) : messages.noMore],
  ];
}

import "./own/own-funds.css";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { OwnCommitment } from "#shared/commitments/commitments.ts";
import { nowHaveWords } from "#shared/commitments/own-commitment-messages.ts";
import { partDifferenceWords } from "#shared/funds/cost-difference.ts";
import type { OwnCall } from "#shared/funds/funds.ts";
import { paymentMessages as messages } from "#shared/funds/own-funds-messages.ts";
import { feeWords, formatPence } from "#shared/pence.ts";
import { ActionButton } from "#web/lib/action-button.tsx";
import { formatLondonTime, weekdayDate } from "#web/lib/format.ts";
import { useClub } from "#web/lib/use-club.ts";
import { FocusedSection } from "#web/ui/focused-section.tsx";
import { RowSkeletons } from "#web/ui/list/row-skeletons.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { SectionFailed } from "#web/ui/section-failed.tsx";
import { PaymentDetails } from "./own/payment-details.tsx";
import { TimeLeftCard } from "./own/time-left-card.tsx";
import { TooLittle } from "./own/too-little.tsx";
import { ownCallQuery } from "./own-funds-queries.ts";

/** What is to be sent, where to and until when; or that it is there. */
export function Payment({ commitment }: { commitment: OwnCommitment }) {
  const { data: call, isPending, refetch, dataUpdatedAt } = useQuery(ownCallQuery(commitment.id));
  // Its button is gone then, and the focus with it.
  const [isHeldNow, setHeldNow] = useState(false);
  if (isPending) return <RowSkeletons label="Loading your payment" count={3} />;
  if (!call) return <SectionFailed text="Your payment could not be loaded." onRetry={refetch} />;
  const { open_pence, applied_pence, borne_pence, due_pence, arrived_on, refund_pence, can } = call;
  const held = { ...commitment, called_pence: due_pence, open_pence };
  const isMoreToCome = commitment.due_pence > due_pence;
  if (open_pence === 0 && isMoreToCome) {
    return (
      <Notice>
        {nowHaveWords(held, commitment.company_name, "")} Your {formatPence(applied_pence - borne_pence)} that arrived
        on {weekdayDate(arrived_on ?? call.called_at)} is booked to them.
      </Notice>
    );
  }
  if (open_pence === 0) {
    return (
      <Notice tone="success">
        Your {formatPence(applied_pence - borne_pence)} arrived on {weekdayDate(arrived_on ?? call.called_at)} and is
        booked to your {sharesOf(commitment)} shares. Nothing more to do.{" "}
        {borne_pence > 0 && `The club bears the ${formatPence(borne_pence)} that was missing. `}
        {refund_pence > 0 && messages.surplusBefore(formatPence(refund_pence))}
      </Notice>
    );
  }
  const heading = open_pence === due_pence ? messages.send : messages.sendRest;
  return (
    <div className="funds-payment">
      <div className="grid content-start gap-6">
        {call.frozen_until && Date.parse(call.frozen_until) > dataUpdatedAt && (
          <Notice tone="error" title="The account changed.">
            <b>Send nothing before {formatLondonTime(call.frozen_until)}.</b> Two admins confirmed the new one by
            telephone. Your time to pay is longer by the same day.
          </Notice>
        )}
        <div className="grid gap-1">
          <h2 className="commit-title">{heading(formatPence(open_pence), formatLondonTime(call.due_at))}</h2>
          <p className="muted max-w-(--measure)">
            {isMoreToCome || commitment.history.some(({ kind }) => kind === "topped_up")
              ? nowHaveWords(held, commitment.company_name, formatLondonTime(call.due_at))
              : `${sharesOf(commitment)} shares of ${commitment.company_name}: ${formatPence(commitment.cost_pence)}, and ${feeWords(commitment.fee_pence)}.`}{" "}
            From an account in your own name. {partDifferenceWords({ ...commitment, price: commitment.terms.price })}
          </p>
        </div>
        <States call={call} isHeldNow={isHeldNow} />
        {applied_pence > 0 && <TooLittle commitment={commitment} call={call} />}
        {can.pay && <PaymentDetails commitmentId={commitment.id} onStale={() => void refetch()} />}
        {can.hold && <Hold commitment={commitment} onHeld={() => setHeldNow(true)} />}
      </div>
      <TimeLeftCard call={call} at={dataUpdatedAt} />
    </div>
  );
}

const sharesOf = ({ shares }: OwnCommitment): string => shares.toLocaleString("en-GB");

interface StatesProps {
  call: OwnCall;
  isHeldNow: boolean;
}

function States({ call: { held_at, extension_reason, due_at, refund_pence }, isHeldNow }: StatesProps) {
  const held = held_at && (
    <Notice title={messages.held}>
      Please pay by {formatLondonTime(due_at)}. Your shares stay yours until then. When it has gone through you do not
      have to write: it is seen in the bank’s list.
    </Notice>
  );
  return (
    <>
      {held && isHeldNow ? <FocusedSection label={messages.held}>{held}</FocusedSection> : held}
      {extension_reason && (
        <Notice title="You were given more time.">
          <span dir="auto">
            Please pay by {formatLondonTime(due_at)}. The reason, which every participant can read: {extension_reason}
          </span>
        </Notice>
      )}
      {refund_pence > 0 && <Notice>{messages.refundDue(formatPence(refund_pence))}</Notice>}
    </>
  );
}

/** Once, so that it is asked. */
function Hold({ commitment: { id }, onHeld }: { commitment: OwnCommitment; onHeld: () => void }) {
  const { hold_hours } = useClub().deals;
  return (
    <section className="grid gap-2" aria-labelledby="funds-hold">
      <h3 className="d4" id="funds-hold">
        If something is in the way
      </h3>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <ActionButton<OwnCall>
          path={`/commitments/${id}/bank-hold`}
          label="My bank is holding my payment"
          labelEnd=""
          confirm={{
            title: "Is your bank holding your payment?",
            text: messages.holdText(hold_hours),
            cancel: "Not now",
          }}
          busy="Saving…"
          onDone={onHeld}
          failed="Not saved"
          invalidates={[["commitments"]]}
        />
        <p className="note max-w-[26rem]">{messages.holdText(hold_hours)}</p>
      </div>
    </section>
  );
}

import "./own/own-funds.css";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import {
  type CaseFacts,
  caseInState,
  caseOf,
  commitmentCases,
  factsOfPage,
  owedCase,
} from "#shared/commitments/commitment-cases.ts";
import type { OwnCommitment } from "#shared/commitments/commitments.ts";
import { nowHaveWords } from "#shared/commitments/own-commitment-messages.ts";
import { partDifferenceWords } from "#shared/funds/cost-difference.ts";
import type { OwnCall } from "#shared/funds/funds.ts";
import { paymentMessages as messages } from "#shared/funds/own-funds-messages.ts";
import { feeWords, formatPence } from "#shared/pence.ts";
import { ActionButton } from "#web/lib/action-button.tsx";
import { formatLondonTime, weekdayDate } from "#web/lib/format.ts";
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
  const [isSaidNow, setSaidNow] = useState(false);
  if (isPending) return <RowSkeletons label="Loading your payment" count={3} />;
  if (!call) return <SectionFailed text="Your payment could not be loaded." onRetry={refetch} />;
  const { open_pence, applied_pence, borne_pence, due_pence, arrived_on, can } = call;
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
  const facts = factsOfPage(commitment, call, null, new Date(dataUpdatedAt));
  const name = caseInState(facts, new Date(dataUpdatedAt)) ?? "called";
  if (open_pence === 0) return <Notice tone="success">{caseOf(name).words(facts).join(" ")}</Notice>;
  // What was said is beside what is to be paid.
  const [title, ...rest] = caseOf(name === "said_sent" ? owedCase(facts) : name).words(facts);
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
          <h2 className="commit-title">{title}</h2>
          {rest.length > 0 && <p>{rest.join(" ")}</p>}
          <p className="muted max-w-(--measure)">
            {isMoreToCome || commitment.history.some(({ kind }) => kind === "topped_up")
              ? nowHaveWords(held, commitment.company_name, formatLondonTime(call.due_at))
              : `${sharesOf(commitment)} shares of ${commitment.company_name}: ${formatPence(commitment.cost_pence)}, and ${feeWords(commitment.fee_pence)}.`}{" "}
            From an account in your own name. {partDifferenceWords({ ...commitment, price: commitment.terms.price })}
          </p>
        </div>
        {commitment.said_sent_at !== null && <SaidSent facts={facts} isNow={isSaidNow} />}
        <States call={call} isHeldNow={isHeldNow} />
        {applied_pence > 0 && <TooLittle commitment={commitment} call={call} />}
        {can.pay && name !== "unbooked" && (
          <PaymentDetails commitmentId={commitment.id} onStale={() => void refetch()} />
        )}
        {commitment.can.say_sent && name !== "unbooked" && (
          <SaySent commitment={commitment} onSaid={() => setSaidNow(true)} />
        )}
        {can.hold && name !== "unbooked" && <Hold commitment={commitment} onHeld={() => setHeldNow(true)} />}
      </div>
      <TimeLeftCard call={call} at={dataUpdatedAt} />
    </div>
  );
}

interface SaySentProps {
  commitment: OwnCommitment;
  onSaid: () => void;
}

/** No reminder comes before the money is due. */
function SaySent({ commitment: { deal_id }, onSaid }: SaySentProps) {
  return (
    <p className="button-row">
      <ActionButton<OwnCommitment>
        path={`/open-deals/${deal_id}/commitment/sent`}
        label="I have sent it"
        busy="Saving…"
        variant="outline"
        onDone={onSaid}
        failed="Not saved"
        invalidates={[["commitments"]]}
      />
    </p>
  );
}

function SaidSent({ facts, isNow }: { facts: CaseFacts; isNow: boolean }) {
  const [title, ...rest] = commitmentCases.said_sent.words(facts);
  const said = <Notice title={title}>{rest.join(" ")}</Notice>;
  return isNow ? <FocusedSection label={title}>{said}</FocusedSection> : said;
}

const sharesOf = ({ shares }: OwnCommitment): string => shares.toLocaleString("en-GB");

interface StatesProps {
  call: OwnCall;
  isHeldNow: boolean;
}

function States({ call, isHeldNow }: StatesProps) {
  const { held_at, extension_reason, due_at, refund_pence, pending_pence } = call;
  const held = held_at && (
    <Notice title={messages.held}>
      Please pay by {formatLondonTime(due_at)}. Your shares stay yours until then. When it has gone through you do not
      have to write: it is seen in the bank’s list.
    </Notice>
  );
  return (
    <>
      {pending_pence > 0 && pending_pence < call.open_pence && (
        <Notice>{messages.unbooked(formatPence(pending_pence))}</Notice>
      )}
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
function Hold({ commitment: { id, hold_hours }, onHeld }: { commitment: OwnCommitment; onHeld: () => void }) {
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

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
import { partDifferenceWords } from "#shared/funds/difference-words.ts";
import type { PaymentDetails as Details, OwnCall } from "#shared/funds/funds.ts";
import { paymentMessages as messages } from "#shared/funds/own-funds-messages.ts";
import { londonDate } from "#shared/london-time.ts";
import { feeWords, formatPence, plainPounds } from "#shared/pence.ts";
import { ActionButton } from "#web/lib/action-button.tsx";
import { ApiError } from "#web/lib/api.ts";
import { formatLondonTime, hourAndMinute, longDate, shortLondonTime, weekdayDate } from "#web/lib/format.ts";
import { atServer } from "#web/lib/server-time.ts";
import { useAction } from "#web/lib/use-action.ts";
import { Button } from "#web/ui/button.tsx";
import { CopyButton } from "#web/ui/copy-button.tsx";
import { ConfirmDialog } from "#web/ui/dialog.tsx";
import { FocusedSection } from "#web/ui/focused-section.tsx";
import { RowSkeletons } from "#web/ui/list/row-skeletons.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { SectionFailed } from "#web/ui/section-failed.tsx";
import { ownCallQuery } from "./own-funds-queries.ts";

/** What is to be sent, where to and until when; or that it is there. */
export function Payment({ commitment }: { commitment: OwnCommitment }) {
  const { data: call, isPending, refetch, dataUpdatedAt } = useQuery(ownCallQuery(commitment.id));
  // Its button is gone then, and the focus with it.
  const [isHeldNow, setHeldNow] = useState(false);
  const [isSaidNow, setSaidNow] = useState(false);
  if (isPending) return <RowSkeletons label="Loading your payment" count={3} />;
  if (!call) return <SectionFailed text="Your payment could not be loaded." onRetry={refetch} />;
  const { open_pence, applied_pence, borne_pence, due_pence, refund_pence, arrived_on, can } = call;
  const held = { ...commitment, called_pence: due_pence, open_pence, refund_pence };
  const isMoreToCome = commitment.due_pence > due_pence;
  if (open_pence === 0 && isMoreToCome) {
    return (
      <Notice>
        {nowHaveWords(held, commitment.company_name, "")} Your {formatPence(applied_pence - borne_pence)} that arrived
        {refund_pence === 0 && ` on ${weekdayDate(arrived_on ?? call.called_at)}`} is booked to them.
      </Notice>
    );
  }
  const readAt = atServer(dataUpdatedAt);
  const facts = factsOfPage(commitment, call, null, readAt);
  const name = caseInState(facts, readAt) ?? "called";
  if (open_pence === 0) return <Notice tone="success">{caseOf(name).words(facts).join(" ")}</Notice>;
  // The member's word that money was sent has a notice of its own.
  const [title, ...rest] = caseOf(name === "said_sent" ? owedCase(facts) : name).words(facts);
  return (
    <div className="grid grid-cols-1 gap-8 lg:grid-cols-[minmax(0,46.75rem)_minmax(0,24rem)] lg:justify-between lg:gap-12">
      <div className="grid content-start gap-6">
        {call.frozen_until && Date.parse(call.frozen_until) > readAt.getTime() && (
          <Notice tone="error" title="The account changed.">
            <b>Send nothing before {formatLondonTime(call.frozen_until)}.</b> Those who sign for the deal have signed
            the new one. Your time to pay is longer by the same day.
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
        {commitment.said_sent_at !== null && applied_pence === 0 && call.pending_pence === 0 && (
          <SaidSent facts={facts} isNow={isSaidNow} />
        )}
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
      <TimeLeftCard call={call} at={readAt.getTime()} />
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

interface TooLittleProps {
  commitment: OwnCommitment;
  call: OwnCall;
}

type Choice = "take_fewer" | "refund";

/** A part arrived: both ways out are of one size. */
function TooLittle({ commitment: { id }, call }: TooLittleProps) {
  const { applied_pence, fewer, can } = call;
  const [asked, setAsked] = useState<Choice>();
  const { act, isPending } = useAction<unknown, { choice: Choice }>(`/commitments/${id}/take-fewer`, {
    failed: "Not saved",
    invalidates: [["commitments"]],
  });
  const arrived = formatPence(applied_pence);
  const shares = fewer ? fewer.shares.toLocaleString("en-GB") : "";
  const due = formatPence(fewer?.due_pence ?? 0);
  const back = formatPence(fewer?.back_pence ?? 0);
  return (
    <div className="grid gap-3">
      {!can.take_fewer && (
        <Notice tone="warning">
          {fewer
            ? `If the rest does not arrive, you may take ${shares} shares for ${due} and get ${back} back, or have everything back.`
            : "If the rest does not arrive, you get everything back: it pays for less than the smallest commitment."}
        </Notice>
      )}
      {can.take_fewer && (
        <div className="commit-answers">
          {fewer && (
            <Button variant="outline" onClick={() => setAsked("take_fewer")}>
              {messages.takeFewer(shares)}
            </Button>
          )}
          <Button variant="outline" onClick={() => setAsked("refund")}>
            {messages.refund}
          </Button>
        </div>
      )}
      <ConfirmDialog
        isOpen={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={asked === "refund" ? "Have everything back?" : `Take ${shares} shares?`}
        text={
          asked === "refund"
            ? `${arrived} is sent back to you, any fee included, and you get no shares.`
            : `They cost ${due} with the fee. ${back} is sent back to you.`
        }
        confirmLabel={asked === "refund" ? messages.refund : messages.takeFewer(shares)}
        busyLabel={isPending && "Saving…"}
        variant="secondary"
        onConfirm={() => asked && act({ choice: asked }, () => setAsked(undefined))}
      />
    </div>
  );
}

interface TimeLeftProps {
  call: OwnCall;
  /** The time left was worked out then: it does not move by itself. */
  at: number;
}

function TimeLeftCard({ call, at }: TimeLeftProps) {
  const { called_at, due_at, grace_until, arrived_on, applied_pence, list_read_at } = call;
  const left = timeLeft(due_at, at);
  const isGraceOver = timeLeft(grace_until, at) === null;
  const hours = hourSticks(called_at, due_at, at).map((phase, hour) => ({ phase, hour }));
  return (
    <aside className="grid content-start gap-5" aria-labelledby="funds-time">
      <div className="card funds-time">
        <h3 className="field-label" id="funds-time">
          {left ? "Time left" : "The time is over"}
        </h3>
        {left && <p className="funds-figure num">{left}</p>}
        <div className="funds-sticks" aria-hidden="true">
          {hours.map(({ phase, hour }) => (
            <i key={hour} className={`is-${phase}`} />
          ))}
        </div>
        <p className="note">
          {left &&
            `As of ${formatLondonTime(new Date(at).toISOString())}. What counts is the day your bank pays; after the deadline it still counts by ${formatLondonTime(grace_until)}.`}
          {!left &&
            (isGraceOver
              ? "The time of grace is over too. An admin decides what becomes of your shares."
              : `You have a little more time: what your bank pays by ${formatLondonTime(grace_until)} still counts.`)}
        </p>
      </div>
      {applied_pence === 0 && arrived_on === null && (
        <div className="grid gap-0.5">
          <h3 className="field-label">Nothing is booked for you yet</h3>
          <p className="note">
            {list_read_at === null
              ? "The bank’s list has not been read yet."
              : `The bank’s list was last read ${readWhen(list_read_at, at)}. An admin looks at what does not match by itself.`}
          </p>
        </div>
      )}
    </aside>
  );
}

/** "today at 09:30", or the day. */
const readWhen = (moment: string, at: number): string =>
  londonDate(new Date(moment)) === londonDate(new Date(at))
    ? `today at ${hourAndMinute(moment)}`
    : shortLondonTime(moment);

const minuteMs = 60 * 1000;
const hourMs = 60 * minuteMs;

/** "22 h 14 min", cut to whole minutes; null once the time is over. */
export function timeLeft(until: string, now: number): string | null {
  const left = Date.parse(until) - now;
  if (left <= 0) return null;
  const hours = Math.floor(left / hourMs);
  const minutes = Math.floor((left % hourMs) / minuteMs);
  return hours === 0 ? `${minutes} min` : `${hours} h ${minutes} min`;
}

type Stick = "gone" | "now" | "ahead";

/** One for each hour that was given, the last one where it is not whole. */
export function hourSticks(from: string, until: string, now: number): Stick[] {
  const start = Date.parse(from);
  const count = Math.max(Math.ceil((Date.parse(until) - start) / hourMs), 0);
  const present = Math.floor((now - start) / hourMs);
  return Array.from({ length: count }, (_, hour) => (hour < present ? "gone" : hour === present ? "now" : "ahead"));
}

interface PaymentDetailsProps {
  commitmentId: string;
  /** Runs after a refusal that says something has changed. */
  onStale: () => void;
}

/** Kept in this page alone: they are gone with it. */
function PaymentDetails({ commitmentId, onStale }: PaymentDetailsProps) {
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
    <FocusedSection label="Where to pay to">
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

import { useState } from "react";
import { londonDate } from "#shared/london-time.ts";
import { formatPence } from "#shared/pence.ts";
import type { OwnCompany } from "#shared/portfolio/portfolio.ts";
import {
  calendarMessages,
  reliefMessages as messages,
  ownCompanyMessages,
  type ReaderWords,
} from "#shared/portfolio/portfolio-page-messages.ts";
import { formatTaxYear, reliefClaimableUntil, taxYearOf } from "#shared/portfolio/tax-dates.ts";
import { ActionButton } from "#web/lib/action-button.tsx";
import { longDate } from "#web/lib/format.ts";
import { serverNow } from "#web/lib/server-time.ts";
import { useClub } from "#web/lib/use-club.ts";
import { classNames } from "#web/ui/class-names.ts";
import { InlineLink } from "#web/ui/link.tsx";
import { type CalendarEntry, whatWords } from "../calendar-words.ts";
import { ownFigureKeys } from "../portfolio-queries.ts";
import { useReaderWords } from "../reader-words.ts";
import { ShowAll } from "../show-all.tsx";
import { claimOffers, RecordRelief } from "./relief-dialog.tsx";

type Lot = OwnCompany["company"]["lots"][number];
type Relief = OwnCompany["reliefs"][number];

const atFirst = 6;

interface TaxTimelineProps {
  lots: readonly Lot[];
  /** Of the lots, those that may be claimed. */
  losses?: OwnCompany["losses"];
  calendar: readonly CalendarEntry[];
  reliefs: readonly Relief[];
  isReadOnly?: boolean;
}

/** The dates run from the issue of the shares to the end of each claim; the member records what they claimed. */
export function TaxTimeline({ lots, losses = [], calendar, reliefs, isReadOnly = false }: TaxTimelineProps) {
  const [isAll, setAll] = useState(false);
  const offers = isReadOnly ? [] : claimOffers(lots, losses);
  const shown = lots.filter(({ id }) => calendar.some(({ lot_id }) => lot_id === id));
  return (
    <section aria-labelledby="own-tax">
      <h2 id="own-tax">Tax</h2>
      {shown.length === 0 && <p className="note">No dates of tax.</p>}
      {(isAll ? shown : shown.slice(0, atFirst)).map((lot) => (
        <LotTimeline
          key={lot.id}
          lot={lot}
          isNamed={shown.length > 1}
          calendar={calendar.filter(({ lot_id }) => lot_id === lot.id)}
          reliefs={reliefs.filter(({ lot_id }) => lot_id === lot.id)}
          isReadOnly={isReadOnly}
        />
      ))}
      {shown.length > atFirst && <ShowAll label={calendarMessages.all(shown.length)} isAll={isAll} onChange={setAll} />}
      {offers.length > 0 && <RecordRelief offers={offers} />}
    </section>
  );
}

interface LotTimelineProps {
  lot: Lot;
  isNamed: boolean;
  calendar: readonly CalendarEntry[];
  reliefs: readonly Relief[];
  isReadOnly: boolean;
}

function LotTimeline({ lot, isNamed, calendar, reliefs, isReadOnly }: LotTimelineProps) {
  const words = useReaderWords();
  const told = calendar.filter(({ kind }) => kind !== "paid");
  const certificate = messages.certificateStates[lot.certificate];
  return (
    <>
      {isNamed && (
        <p className="small pt-[0.4rem] font-[550] num">
          {ownCompanyMessages.lot(lot.shares.toLocaleString("en-GB"), longDate(lot.issued_on))}
        </p>
      )}
      <ol className="own-timeline">
        {told.map((entry) => (
          <li key={`${entry.kind} ${entry.day} ${entry.pence}`} className={classNames(lookOf(entry))}>
            <span>
              {lineWords(entry, words)}
              {carriedBackWords(entry, lot, reliefs)}
            </span>
            <time className="note num" dateTime={entry.day}>
              {longDate(entry.day)}
            </time>
            <CarriedBack entry={entry} lot={lot} />
            {restsOnWithdrawn(entry, lot) && (
              <span className="note">
                {messages.restsOnWithdrawn(lot.scheme ?? "", longDate(lot.certificate_withdrawn_on ?? ""))}
              </span>
            )}
            {!isReadOnly && <RemoveClaim entry={entry} reliefs={reliefs} />}
          </li>
        ))}
        {certificate && (
          <li className="is-later">
            <span>
              {lot.certificate_withdrawn_on !== null &&
                `${messages.withdrawn(lot.scheme ?? "", longDate(lot.certificate_withdrawn_on))}. `}
              {certificate(lot.scheme ?? "")}
            </span>
            {lot.certificate === "late" && !isReadOnly && <WhomToAsk lot={lot} />}
          </li>
        )}
        {lot.early_shares > 0 && lot.certificate !== "sold_early" && (
          <li className="is-later">
            <span>
              {ownCompanyMessages.shareCount(lot.early_shares)} sold within three years: relief on these is reduced
              {lot.relief_withdrawn_pence > 0 &&
                `. ${formatPence(lot.relief_withdrawn_pence)} of what was recorded may have to go back to HMRC`}
            </span>
          </li>
        )}
      </ol>
    </>
  );
}

function WhomToAsk({ lot }: { lot: Lot }) {
  const { contact_email } = useClub().identity;
  if (lot.origin === "typed")
    return <span className="note">The company asks HMRC for it. Ask the company where it is.</span>;
  return (
    <span className="note">
      The company asks HMRC for it and sends it to the club. Ask the club where it is:{" "}
      <InlineLink to={`mailto:${contact_email}`}>{contact_email}</InlineLink>
    </span>
  );
}

function CarriedBack({ entry: { kind, day }, lot }: { entry: CalendarEntry; lot: Lot }) {
  const until = reliefClaimableUntil(lot.issued_on, { isCarriedBack: true });
  if (kind !== "relief_claim_until" || until === day) return null;
  return <span className="note num">{longDate(until)} if carried back to the year before</span>;
}

function lookOf({ kind, is_done }: CalendarEntry): string | false {
  if (kind === "relief_claim_until") return "is-later";
  return !is_done && "is-open";
}

function lineWords(entry: CalendarEntry, { claimed, lossClaimed }: ReaderWords): string {
  const { kind, day, pence, scheme } = entry;
  const amount = pence === null ? "" : formatPence(pence);
  const isOver = day < londonDate(serverNow());
  switch (kind) {
    case "certificate":
      return messages.certificate(scheme ?? "");
    case "relief_claimed":
      return claimed(amount);
    case "loss_claimed":
      return lossClaimed(amount);
    case "relief_claim_until":
      return isOver ? "Claim was open until" : "Claim open until";
    case "loss_claim_until":
      return `${isOver ? "Loss claim was open until" : "Loss claim open until"}${amount && `, ${amount}`}`;
    default:
      return whatWords(entry);
  }
}

/** A claim of before the certificate was withdrawn. */
const restsOnWithdrawn = ({ kind, day }: CalendarEntry, { certificate_withdrawn_on: withdrawnOn }: Lot): boolean =>
  kind === "relief_claimed" && withdrawnOn !== null && day <= withdrawnOn;

function carriedBackWords(entry: CalendarEntry, { issued_on }: Lot, reliefs: readonly Relief[]): string {
  const isCarriedBack = reliefs.some((relief) => relief.is_carried_back && isOf(relief, entry));
  return isCarriedBack ? `, carried back to ${formatTaxYear(taxYearOf(issued_on) - 1)}` : "";
}

const isOf = ({ kind, claimed_on, pence }: Relief, entry: CalendarEntry): boolean =>
  kind === reliefKindOf[entry.kind] && claimed_on === entry.day && pence === entry.pence;

const reliefKindOf: Partial<Record<CalendarEntry["kind"], Relief["kind"]>> = {
  relief_claimed: "income",
  loss_claimed: "loss",
};

/** The button is shown only for a claim that the member recorded. */
function RemoveClaim({ entry, reliefs }: { entry: CalendarEntry; reliefs: readonly Relief[] }) {
  const relief = reliefs.find((one) => isOf(one, entry));
  if (!relief) return null;
  return (
    <div className="record-actions own-remove">
      <ActionButton
        method="DELETE"
        path={`/portfolio/me/reliefs/${relief.id}`}
        label="Remove"
        labelEnd={`the claim of ${formatPence(relief.pence)}`}
        busy="Removing…"
        confirm={{
          title: "Remove this claim from your figures?",
          text: "What you told HMRC does not change.",
        }}
        done="Removed from your figures"
        failed="Not removed"
        invalidates={ownFigureKeys}
      />
    </div>
  );
}

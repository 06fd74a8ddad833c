import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { formatPence } from "#shared/pence.ts";
import type { OwnCompany } from "#shared/portfolio/portfolio.ts";
import {
  calendarMessages,
  reliefMessages as messages,
  ownCompanyMessages,
  type ReaderWords,
} from "#shared/portfolio/portfolio-page-messages.ts";
import { reliefClaimableUntil } from "#shared/portfolio/tax-dates.ts";
import { callApi } from "#web/lib/api.ts";
import { longDate } from "#web/lib/format.ts";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { ConfirmButton } from "#web/ui/confirm-button.tsx";
import { toast, toastFailure } from "#web/ui/toast.ts";
import { type CalendarEntry, whatWords } from "../calendar-words.ts";
import { readPortfolioAgain } from "../portfolio-queries.ts";
import { useReaderWords } from "../reader-words.ts";
import { ShowAll } from "../show-all.tsx";
import { claimOffers, recordLabel } from "./claim-offers.ts";
import { ReliefDialog } from "./relief-dialog.tsx";

type Lot = OwnCompany["company"]["lots"][number];
type Relief = OwnCompany["reliefs"][number];

const atFirst = 6;

interface TaxTimelineProps {
  lots: readonly Lot[];
  /** Of the lots, those that may be claimed. */
  losses?: OwnCompany["losses"];
  calendar: readonly CalendarEntry[];
  reliefs: readonly Relief[];
  /** For somebody who records nothing. */
  isReadOnly?: boolean;
}

/** From the issue of the shares to the end of each claim; what the member claimed is theirs to record. */
export function TaxTimeline({ lots, losses = [], calendar, reliefs, isReadOnly = false }: TaxTimelineProps) {
  const [isAsked, setAsked] = useState(false);
  const [isAll, setAll] = useState(false);
  const offers = isReadOnly ? [] : claimOffers(lots, losses);
  const shown = lots.filter(({ id }) => calendar.some(({ lot_id }) => lot_id === id));
  return (
    <section aria-labelledby="own-tax">
      <h3 id="own-tax">{messages.heading}</h3>
      {shown.length === 0 && <p className="note">{messages.none}</p>}
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
      {offers.length > 0 && (
        <p className="mt-3">
          <Button variant="outline" isSmall onClick={() => setAsked(true)}>
            {recordLabel(offers)}
          </Button>
        </p>
      )}
      {/* With what is left after a claim it starts over. */}
      {offers.length > 0 && (
        <ReliefDialog key={JSON.stringify(offers)} isOpen={isAsked} onClose={() => setAsked(false)} offers={offers} />
      )}
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
        <p className="small own-lot-name num">
          {ownCompanyMessages.lot(lot.shares.toLocaleString("en-GB"), longDate(lot.issued_on))}
        </p>
      )}
      <ol className="own-timeline">
        {told.map((entry) => (
          <li key={`${entry.kind} ${entry.day} ${entry.pence}`} className={classNames(lookOf(entry))}>
            <span>{lineWords(entry, words)}</span>
            <time className="note num" dateTime={entry.day}>
              {longDate(entry.day)}
            </time>
            <CarriedBack entry={entry} lot={lot} />
            {!isReadOnly && <RemoveClaim entry={entry} reliefs={reliefs} />}
          </li>
        ))}
        {certificate && (
          <li className="is-later">
            <span>{certificate(lot.scheme ?? "")}</span>
          </li>
        )}
        {lot.early_shares > 0 && lot.certificate !== "sold_early" && (
          <li className="is-later">
            <span>{messages.soldEarly(ownCompanyMessages.shareCount(lot.early_shares))}</span>
          </li>
        )}
      </ol>
    </>
  );
}

/** Until when it may be claimed for the year before, while some of it is open. */
function CarriedBack({ entry: { kind, day }, lot }: { entry: CalendarEntry; lot: Lot }) {
  const until = reliefClaimableUntil(lot.issued_on, { isCarriedBack: true });
  if (kind !== "relief_claim_until" || lot.relief_left_pence === 0 || until === day) return null;
  return <span className="note num">{messages.untilCarriedBack(longDate(until))}</span>;
}

function lookOf({ kind, is_done }: CalendarEntry): string | false {
  if (kind === "relief_claim_until") return "is-later";
  return !is_done && "is-open";
}

function lineWords(entry: CalendarEntry, { claimed, lossClaimed }: ReaderWords): string {
  const { kind, pence, scheme } = entry;
  const amount = pence === null ? "" : formatPence(pence);
  switch (kind) {
    case "certificate":
      return messages.certificate(scheme ?? "");
    case "relief_claimed":
      return claimed(amount);
    case "loss_claimed":
      return lossClaimed(amount);
    case "relief_claim_until":
      return messages.claimUntil;
    case "loss_claim_until":
      return messages.lossUntil(amount);
    default:
      return whatWords(entry);
  }
}

const reliefKindOf: Partial<Record<CalendarEntry["kind"], Relief["kind"]>> = {
  relief_claimed: "income",
  loss_claimed: "loss",
};

/** Only of what the member recorded. */
function RemoveClaim({ entry, reliefs }: { entry: CalendarEntry; reliefs: readonly Relief[] }) {
  const client = useQueryClient();
  const relief = reliefs.find(
    ({ kind, claimed_on, pence }) =>
      kind === reliefKindOf[entry.kind] && claimed_on === entry.day && pence === entry.pence,
  );
  const { mutate, isPending } = useMutation({
    mutationFn: (id: string) => callApi("DELETE", `/portfolio/me/reliefs/${id}`),
    onSuccess: async () => {
      await readPortfolioAgain(client);
      toast({ title: messages.removed });
    },
    onError: (error) => toastFailure(messages.removeFailed, error),
  });
  if (!relief) return null;
  return (
    <div className="record-actions own-remove">
      <ConfirmButton
        label={messages.remove}
        labelEnd={messages.removeOf(formatPence(relief.pence))}
        title={messages.removeTitle}
        text={messages.removeText}
        cancelLabel={messages.keep}
        busyLabel={isPending && messages.removing}
        variant="secondary"
        onConfirm={(close) => mutate(relief.id, { onSettled: close })}
      />
    </div>
  );
}

import { lazy } from "react";
import { announcedMessages } from "#shared/funds/announced-messages.ts";
import type { ExitDetails } from "#shared/funds/funds-exits.ts";
import { exitDeskMessages } from "#shared/funds/funds-exits-desk-messages.ts";
import { formatPence } from "#shared/pence.ts";
import { adminNameFirst } from "#shared/people/person-name.ts";
import {
  holdingImportDeskMessages,
  outsidePaymentMessages as messages,
} from "#shared/portfolio/holding-imports-desk-messages.ts";
import { ActionButton } from "#web/lib/action-button.tsx";
import { longDate } from "#web/lib/format.ts";
import { shareKeys } from "#web/lib/query-keys.ts";
import { ReasonButton } from "#web/lib/reason-button.tsx";
import { AnnouncedNote, confirmedWords } from "#web/lib/second-person-note.tsx";
import { BlockHead } from "#web/ui/block-head.tsx";
import { Button } from "#web/ui/button.tsx";
import { DialogOpener } from "#web/ui/dialog-opener.tsx";

const OutsideDialog = lazy(() => import("./outside-dialog.tsx").then((file) => ({ default: file.OutsideDialog })));

export type Outside = NonNullable<ExitDetails["outside"]>;

interface OutsidePaymentProps {
  exit: ExitDetails;
  outside: Outside;
}

/** What an exit brings for imported shares, which have no account of a deal: one admin says when it was paid, another confirms it. */
export function OutsidePayment({ exit, outside }: OutsidePaymentProps) {
  const { id } = exit;
  const { members, shares, gross_pence, paid_pence, paid_on, source, waiting, can } = outside;
  return (
    <section aria-labelledby="exit-outside">
      <BlockHead id="exit-outside" title="Imported shares">
        {can.record && (
          <DialogOpener
            button={(open) => (
              <Button variant="outline" isSmall onClick={open}>
                Record the payment…
              </Button>
            )}
            dialog={(state) => <OutsideDialog {...state} id={id} />}
          />
        )}
        {can.confirm && <Confirm exit={exit} outside={outside} />}
        {can.refuse && (
          <ReasonButton
            label="Refuse the payment…"
            look="ghost"
            to={`/exits/${id}/outside-payment/refuse`}
            invalidates={shareKeys}
            words={{
              title: "Refuse what was recorded",
              text: "Members see no day. It can be recorded again.",
              submit: holdingImportDeskMessages.refuseSubmit,
              busy: holdingImportDeskMessages.refusing,
              done: holdingImportDeskMessages.refusedNow,
              failed: holdingImportDeskMessages.refuseFailed,
            }}
          />
        )}
      </BlockHead>
      <div className="grid max-w-(--measure) gap-2">
        <p className="num">
          {messages.text(members, shares.toLocaleString("en-GB"), formatPence(gross_pence), formatPence(paid_pence))}
        </p>
        <p className="num font-semibold wrap-anywhere">
          {paid_on !== null && source !== null ? `Paid on ${longDate(paid_on)}. ${source}` : "Not paid yet"}
        </p>
        {waiting && (
          <p className="small wrap-anywhere">
            {adminNameFirst(waiting.recorded_by_name)} says it was paid on {longDate(waiting.paid_on)}. {waiting.source}
          </p>
        )}
        {waiting && <AnnouncedNote record={waiting} end="refuses" />}
        {waiting && !can.confirm && waiting.takes_effect_at === null && (
          <p className="note">A second person has to confirm this: another admin, who may have a part in it.</p>
        )}
      </div>
    </section>
  );
}

function Confirm({ exit: { id, company_name }, outside: { members, paid_pence, waiting } }: OutsidePaymentProps) {
  return (
    <ActionButton<ExitDetails>
      path={`/exits/${id}/outside-payment/confirm`}
      label="Confirm the payment"
      labelEnd={company_name}
      busy={exitDeskMessages.confirming}
      confirm={{
        title: "Confirm that it was paid?",
        text: `${messages.confirmText(members, formatPence(paid_pence), longDate(waiting?.paid_on ?? ""))} ${announcedMessages.ifHeld}`,
      }}
      done={(exit) => confirmedWords("Confirmed. Members are told.", "refuses")(exit.outside?.waiting ?? exit)}
      failed={exitDeskMessages.confirmFailed}
      invalidates={shareKeys}
    />
  );
}

import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { AdviserSeat, GrantedSeat } from "#shared/portfolio/adviser-seats.ts";
import { adviserSeatListMessages as messages, seatDays } from "#shared/portfolio/adviser-seats-messages.ts";
import { ownPortfolioMessages } from "#shared/portfolio/portfolio-page-messages.ts";
import { formatDateTime, longDate } from "#web/lib/format.ts";
import { useOpenedTitle } from "#web/lib/page-meta.ts";
import { BackLink } from "#web/ui/back-link.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { RowSkeletons } from "#web/ui/list/row-skeletons.tsx";
import { ViewHead } from "#web/ui/view-head.tsx";
import { GrantDialog } from "./grant-dialog.tsx";
import { seatsPath, seatsQuery } from "./seat-queries.ts";
import "./advisers.css";
import { ActionButton } from "#web/lib/action-button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { DialogOpener } from "#web/ui/dialog-opener.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { LoadFailed } from "#web/ui/load-failed.tsx";
import { toast } from "#web/ui/toast.ts";

/** Whom the member lets read what they hold, and when they did. */
export function AdviserSeats({ backTo }: { backTo: string }) {
  const { data, isPending, refetch } = useQuery(seatsQuery);
  const [granted, setGranted] = useState<GrantedSeat | null>(null);
  useOpenedTitle(messages.heading);
  return (
    <section aria-labelledby="advisers">
      <BackLink to={backTo} className="own-back">
        {ownPortfolioMessages.label}
      </BackLink>
      <ViewHead id="advisers" title={messages.heading}>
        <DialogOpener
          button={(open) => (
            <Button isSmall onClick={open}>
              {messages.grant}
            </Button>
          )}
          dialog={(state) => <GrantDialog {...state} onGranted={setGranted} />}
        />
      </ViewHead>
      <p className="muted mb-4 max-w-(--measure)">{`Somebody you trust, such as your accountant, reads what you hold by a link, without an account. They read only: your holdings, figures, payments, prices and tax dates. Nothing of other members, no deals, nothing of your statements. It ends by itself after ${seatDays} days.`}</p>
      {isPending && <RowSkeletons label="Loading who can read" count={2} />}
      {data?.items.length === 0 && (
        <EmptyState
          isCard
          title="No adviser can read what you hold."
          text="Grant an adviser access when your tax return is due."
        />
      )}
      {data && data.items.length > 0 && (
        <ul className="adviser-seats">
          {data.items.map((seat) => (
            <Seat key={seat.id} seat={seat} onRenewed={setGranted} />
          ))}
        </ul>
      )}
      {!isPending && !data && (
        <LoadFailed
          title="Who can read could not be loaded"
          text="The club did not answer. Nothing has changed."
          onRetry={refetch}
        />
      )}
      {granted && <LinkDialog granted={granted} onClose={() => setGranted(null)} />}
    </section>
  );
}

function Seat({ seat, onRenewed }: { seat: AdviserSeat; onRenewed: (granted: GrantedSeat) => void }) {
  const { name, email, state, shows_reliefs, shows_papers, expires_at, ended_at } = seat;
  return (
    <li>
      <div className="adviser-seat-head">
        <h2 className="d4 wrap-anywhere">{name}</h2>
        <Badge tone={state === "live" ? "live" : "over"}>{messages.state[state]}</Badge>
      </div>
      {email && <p className="note wrap-anywhere">{email}</p>}
      <p className="small">{`Holdings${shows_reliefs ? ", recorded reliefs" : ""}${shows_papers ? ", documents" : ""}`}</p>
      <p className="note num">
        {state === "live" ? `Until ${longDate(expires_at)}` : `Ended on ${longDate(ended_at ?? expires_at)}`}
      </p>
      <Openings seat={seat} />
      <SeatActions seat={seat} onRenewed={onRenewed} />
    </li>
  );
}

function Openings({ seat: { openings, openings_count } }: { seat: AdviserSeat }) {
  if (openings_count === 0) return <p className="note">Not opened yet</p>;
  return (
    <details>
      <summary className="note">{openings_count === 1 ? "Opened once" : `Opened ${openings_count} times`}</summary>
      <ul className="note num">
        {openings.map(({ opened_at, device, is_new_device }) => (
          <li key={`${opened_at} ${device}`}>
            {messages.opening(formatDateTime(opened_at), device ?? "an unknown browser")}
            {is_new_device && " (first time there)"}
          </li>
        ))}
        {openings_count > openings.length && <li>{messages.earlier(openings_count - openings.length)}</li>}
      </ul>
    </details>
  );
}

interface SeatActionsProps {
  seat: AdviserSeat;
  onRenewed: (granted: GrantedSeat) => void;
}

function SeatActions({ seat: { id, name, can }, onRenewed }: SeatActionsProps) {
  const path = `${seatsPath}/${id}`;
  const invalidates = [seatsQuery.queryKey];
  const labelEnd = `for ${name}`;
  if (!can.renew && !can.end) return null;
  return (
    <div className="record-actions">
      {can.renew && (
        <ActionButton<GrantedSeat>
          path={`${path}/renew`}
          label="New link"
          labelEnd={labelEnd}
          busy="Making it…"
          confirm={{
            title: `A new link for ${name}?`,
            text: `The one before stops working at once. The new one works for ${seatDays} days.`,
          }}
          onDone={onRenewed}
          failed="No new link was made"
          invalidates={invalidates}
        />
      )}
      {can.end && (
        <ActionButton
          path={`${path}/end`}
          label="End access"
          labelEnd={labelEnd}
          busy="Ending…"
          confirm={{
            title: `End the access of ${name}?`,
            text: "The link stops working at once. What was downloaded stays with them.",
          }}
          variant="danger"
          done={`${name} cannot read any more`}
          failed="Not ended"
          invalidates={invalidates}
        />
      )}
    </div>
  );
}

/** The link, which nothing shows again. */
function LinkDialog({ granted, onClose }: { granted: GrantedSeat; onClose: () => void }) {
  const field = useRef<HTMLInputElement>(null);
  const copy = async () => {
    field.current?.select();
    try {
      await navigator.clipboard.writeText(granted.link);
      toast({ title: "The link is copied" });
    } catch {
      toast({ title: "Not copied. Please select the link and copy it", variant: "destructive" });
    }
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`The link for ${granted.seat.name}`}
      text="Copy this link now. We cannot show it again. Whoever has it can read, until you end it."
      actions={
        <>
          <Button variant="ghost" onClick={onClose}>
            Done
          </Button>
          <Button onClick={() => void copy()}>Copy the link</Button>
        </>
      }
    >
      <div className="mt-5">
        <Field label="The link">
          <Input ref={field} readOnly value={granted.link} onFocus={(event) => event.target.select()} />
        </Field>
      </div>
    </Dialog>
  );
}

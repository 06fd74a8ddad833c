import "./advisers/advisers.css";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { z } from "zod";
import type { AdviserSeat, GrantedSeat } from "#shared/portfolio/adviser-seats.ts";
import {
  adviserSeatMessages,
  adviserSeatListMessages as messages,
  seatDays,
} from "#shared/portfolio/adviser-seats-messages.ts";
import { emailSchema } from "#shared/text.ts";
import { AccountForm } from "#web/lib/account-form.tsx";
import { ActionButton } from "#web/lib/action-button.tsx";
import { callApi } from "#web/lib/api.ts";
import { formatDateTime, longDate } from "#web/lib/format.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { useCurrentUserId } from "#web/lib/session.ts";
import { useApiForm } from "#web/lib/use-api-form.ts";
import { useInvalidate } from "#web/lib/use-invalidate.ts";
import { AccountSection } from "#web/ui/account-section.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { FormField } from "#web/ui/form/form.tsx";
import { useDraft } from "#web/ui/form/use-draft.ts";
import { Input } from "#web/ui/input.tsx";
import { RowSkeletons } from "#web/ui/list/row-skeletons.tsx";
import { SectionFailed } from "#web/ui/section-failed.tsx";
import { toast, toastFailure } from "#web/ui/toast.ts";

/** Whom the member lets read what they hold, and when they did. */
export function AdviserSeats() {
  const { data, isPending, refetch } = useQuery(seatsQuery);
  const [granted, setGranted] = useState<GrantedSeat | null>(null);
  return (
    <AccountSection heading={messages.heading} anchor="advisers">
      <div className="grid gap-5">
        <p className="muted max-w-(--measure)">{`Your accountant, for example, can read your holdings, payments, prices and tax dates by a link, without an account. They read nothing of other members or of your statements. Of a deal they read only what you signed, if you show them your documents. The link ends by itself after ${seatDays} days.`}</p>
        {isPending && <RowSkeletons label="Loading who can read" count={1} />}
        {data?.items.length === 0 && <p className="small">No adviser can read what you hold.</p>}
        {data && data.items.length > 0 && (
          <ul className="adviser-seats">
            {data.items.map((seat) => (
              <Seat key={seat.id} seat={seat} onRenewed={setGranted} />
            ))}
          </ul>
        )}
        {!isPending && !data && <SectionFailed text="Who can read could not be loaded." onRetry={refetch} />}
        <GrantForm onGranted={setGranted} />
      </div>
      {granted && <LinkDialog granted={granted} onClose={() => setGranted(null)} />}
    </AccountSection>
  );
}

function Seat({ seat, onRenewed }: { seat: AdviserSeat; onRenewed: (granted: GrantedSeat) => void }) {
  const { name, email, state, shows_reliefs, shows_papers, expires_at, ended_at } = seat;
  return (
    <li>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-[0.3rem]">
        <h3 className="d4 wrap-anywhere">{name}</h3>
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

const seatRules = z.object({
  name: z.string().trim().min(1, adviserSeatMessages.name).max(120),
  email: z.union([z.literal(""), emailSchema], "Please enter a valid email address."),
  shows_reliefs: z.boolean(),
  shows_papers: z.boolean(),
});
type SeatValues = z.infer<typeof seatRules>;

function GrantForm({ onGranted }: { onGranted: (granted: GrantedSeat) => void }) {
  const invalidate = useInvalidate([seatsQuery.queryKey]);
  const form = useApiForm<SeatValues, GrantedSeat>({
    schema: seatRules,
    defaultValues: { name: "", email: "", shows_reliefs: false, shows_papers: false },
    send: (values) => callApi("POST", seatsPath, { ...values, email: values.email || null }),
    onSent: async (granted) => {
      form.reset();
      onGranted(granted);
      await invalidate();
    },
    onRefused: async (error, isAtField) => {
      if (!isAtField) toastFailure("Access was not granted", error);
      await invalidate();
    },
  });
  useDraft(`${seatsPath}:${useCurrentUserId()}`, form);
  return (
    <AccountForm label={messages.grant} form={form} submitLabel={messages.grant} busyLabel="Granting…">
      <FormField form={form} name="name" label="For whom" hint="Such as Hale & Partners, accountants">
        <Input autoComplete="off" />
      </FormField>
      <FormField
        form={form}
        name="email"
        label="Their email address"
        isOptional
        optionalNote="for your own list; the club writes to nobody"
      >
        <Input type="email" autoComplete="off" />
      </FormField>
      <div>
        <Checkbox label="With the tax reliefs that I recorded" {...form.register("shows_reliefs")} />
        <Checkbox label="With my documents, such as certificates, to download" {...form.register("shows_papers")} />
      </div>
    </AccountForm>
  );
}

const seatsPath = "/portfolio/me/adviser-seats";

const seatsQuery = queryOptions({
  queryKey: [...queryKeys.portfolio, "advisers"],
  queryFn: ({ signal }) => callApi<{ items: AdviserSeat[] }>("GET", seatsPath, undefined, signal),
});

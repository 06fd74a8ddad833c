import "../events.css";
import { useQuery } from "@tanstack/react-query";
import { lazy } from "react";
import { eventDeskMessages as messages } from "#shared/events/event-desk-messages.ts";
import type { DeskEvent } from "#shared/events/events.ts";
import { paths } from "#shared/paths.ts";
import { formatLondonTime, longDate } from "#web/lib/format.ts";
import { BackLink } from "#web/ui/back-link.tsx";
import { Button } from "#web/ui/button.tsx";
import { DialogOpener } from "#web/ui/dialog-opener.tsx";
import { InlineLink } from "#web/ui/link.tsx";
import { RowSkeletons } from "#web/ui/list/row-skeletons.tsx";
import { LoadFailed } from "#web/ui/load-failed.tsx";
import { ViewHead } from "#web/ui/view-head.tsx";
import { Attendees } from "./attendees.tsx";
import { DeskEventBadge } from "./desk-event-badge.tsx";
import { deskEventQuery } from "./event-desk-queries.ts";
import { PlacesForm } from "./places-form.tsx";

const CancelDialog = lazy(() => import("./cancel-dialog.tsx").then((file) => ({ default: file.CancelDialog })));

/** An event's places and who answered. */
export function EventPage({ id, backTo }: { id: string; backTo: string }) {
  const { data: event, isPending, refetch } = useQuery(deskEventQuery(id));
  return (
    <div>
      <BackLink to={backTo} className="mb-2">
        All events
      </BackLink>
      {isPending && <RowSkeletons label={messages.loading} count={4} />}
      {!isPending && !event && <LoadFailed title={messages.fetchFailed} onRetry={refetch} />}
      {event && <Shown event={event} />}
    </div>
  );
}

function Shown({ event }: { event: DeskEvent }) {
  const { id, title, starts_at, cancelled_at, cancelled_reason, revision, can } = event;
  return (
    <>
      <ViewHead title={title}>
        {can.cancel && (
          <DialogOpener
            button={(open) => (
              <Button variant="outline" isSmall onClick={open}>
                Cancel the event
              </Button>
            )}
            dialog={(state) => <CancelDialog event={event} {...state} />}
          />
        )}
      </ViewHead>
      <p className="small flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="num">{formatLondonTime(starts_at)}</span>
        <DeskEventBadge event={event} />
        <InlineLink to={paths.contentItem(id)}>Edit the text</InlineLink>
      </p>
      {cancelled_at && (
        <p className="mt-3 wrap-anywhere">{messages.cancelledOn(longDate(cancelled_at), cancelled_reason ?? "")}</p>
      )}
      {can.change && <PlacesForm key={revision} event={event} />}
      <Attendees event={event} />
    </>
  );
}

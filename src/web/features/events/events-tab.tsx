import "./events.css";
import { lazy } from "react";
import type { ClubEvent } from "#shared/events/events.ts";
import { useList } from "#web/lib/use-list.ts";
import { Button } from "#web/ui/button.tsx";
import { DialogOpener } from "#web/ui/dialog-opener.tsx";
import { ListView } from "#web/ui/list/list-view.tsx";
import { Skeleton, Skeletons } from "#web/ui/skeleton.tsx";
import { ViewHead } from "#web/ui/view-head.tsx";
import { EventRow } from "./event-row.tsx";

const CalendarDialog = lazy(() => import("./calendar-dialog.tsx").then((file) => ({ default: file.CalendarDialog })));

export function EventsTab() {
  const list = useList<ClubEvent>({ path: "/events" });
  return (
    <section aria-labelledby="events">
      <ViewHead id="events" title="Member Events">
        <DialogOpener
          button={(open) => (
            <Button variant="outline" isSmall onClick={open}>
              Add all to my calendar
            </Button>
          )}
          dialog={(state) => <CalendarDialog {...state} />}
        />
      </ViewHead>
      <ListView
        list={list}
        noun="events"
        loading={<EventSkeletons />}
        empty={{ title: "No events to show", text: "The next one appears here as soon as its date is set." }}
      >
        {(events) => (
          <ul className="event-rows">
            {events.map((event) => (
              <EventRow key={event.id} event={event} />
            ))}
          </ul>
        )}
      </ListView>
    </section>
  );
}

const EventSkeletons = () => (
  <Skeletons label="Loading the events" className="event-rows">
    <div>
      <Skeleton className="h-11 w-10" />
      <div className="grid gap-3">
        <Skeleton className="h-4 w-3/5" />
        <Skeleton className="h-3 w-4/5" />
      </div>
    </div>
  </Skeletons>
);

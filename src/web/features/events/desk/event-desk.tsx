import { eventDeskMessages as messages } from "#shared/events/event-desk-messages.ts";
import { eventAnswerMessages } from "#shared/events/event-messages.ts";
import type { DeskEvent } from "#shared/events/events.ts";
import { formatLondonTime } from "#web/lib/format.ts";
import { lazyPage, Page } from "#web/lib/lazy-page.tsx";
import { ListScreen } from "#web/lib/list-screen.tsx";
import { useSearchState, uuid } from "#web/lib/search-state.ts";
import { ViewBoundary } from "#web/lib/view-boundary.tsx";
import { InlineLink } from "#web/ui/link.tsx";
import type { RecordColumn } from "#web/ui/record-table.tsx";
import { DeskEventBadge } from "./desk-event-badge.tsx";

const eventPage = lazyPage(() => import("./event-page.tsx").then((file) => file.EventPage));

const search = { event: uuid };

/** The published events, or the one that the address names. */
export function EventDesk() {
  const { state, linkTo } = useSearchState(search);
  return state.event ? (
    <ViewBoundary name={state.event}>
      <Page key={state.event} page={eventPage} id={state.event} backTo={linkTo({ event: "" })} />
    </ViewBoundary>
  ) : (
    <Events linkTo={(event) => linkTo({ event })} />
  );
}

const columnsOf = (linkTo: (id: string) => string): RecordColumn<DeskEvent>[] => [
  {
    header: messages.event,
    className: "w-full",
    cell: (event) => (
      <span className="flex flex-wrap items-center gap-x-2">
        <InlineLink to={linkTo(event.id)} isQuiet>
          {event.title}
        </InlineLink>
        <DeskEventBadge event={event} />
      </span>
    ),
  },
  {
    header: messages.when,
    className: "num whitespace-nowrap",
    cell: ({ starts_at }) => formatLondonTime(starts_at),
  },
  {
    header: messages.places,
    className: "num whitespace-nowrap",
    cell: ({ capacity, taken, going }) =>
      capacity === null ? eventAnswerMessages.goingCount(going) : messages.ofPlaces(taken, capacity),
  },
  { header: messages.waiting, isRight: true, className: "num", cell: ({ waiting }) => waiting },
];

const Events = ({ linkTo }: { linkTo: (id: string) => string }) => (
  <ListScreen<DeskEvent>
    title={messages.label}
    path="/event-places"
    noun="events"
    loading={messages.loading}
    failed={messages.fetchFailed}
    caption={messages.caption}
    columns={columnsOf(linkTo)}
    empty={{ title: messages.emptyTitle, text: messages.emptyText }}
  />
);

import { eventDeskMessages as messages } from "#shared/events/event-desk-messages.ts";
import { eventAnswerMessages } from "#shared/events/event-messages.ts";
import type { DeskEvent } from "#shared/events/events.ts";
import { paths } from "#shared/paths.ts";
import { formatLondonTime } from "#web/lib/format.ts";
import { lazyPage, Page } from "#web/lib/lazy-page.tsx";
import { ListScreen } from "#web/lib/list-screen.tsx";
import { useSearchState, uuid } from "#web/lib/search-state.ts";
import { ViewBoundary } from "#web/lib/view-boundary.tsx";
import { BackLink } from "#web/ui/back-link.tsx";
import { InlineLink } from "#web/ui/link.tsx";
import { None, type RecordColumn } from "#web/ui/record-table.tsx";
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
    header: "Event",
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
    header: "When",
    isPlain: true,
    className: "num whitespace-nowrap",
    cell: ({ starts_at }) => formatLondonTime(starts_at),
  },
  {
    header: "Places",
    isBeside: true,
    className: "num whitespace-nowrap",
    cell: ({ capacity, taken, going }) =>
      capacity === null ? eventAnswerMessages.goingCount(going) : `${taken} of ${capacity}`,
  },
  {
    header: "Waiting",
    isRight: true,
    className: "num",
    cell: ({ waiting }) => (waiting === 0 ? <None>0</None> : waiting),
  },
];

const Events = ({ linkTo }: { linkTo: (id: string) => string }) => (
  <div>
    <BackLink to={paths.events} className="mb-2">
      Member Events
    </BackLink>
    <ListScreen<DeskEvent>
      title="Places and answers"
      path="/event-places"
      noun="events"
      loading={messages.loading}
      caption="Events, the latest first"
      columns={columnsOf(linkTo)}
      empty={{
        title: "No event is published",
        text: "Add an event first. Its places and answers are here once it is published.",
      }}
    />
  </div>
);

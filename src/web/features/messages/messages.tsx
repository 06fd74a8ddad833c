import { messageKindLabels, messageKinds, messageStateLabels, messageStates } from "#shared/messages/message-words.ts";
import type { ListedMessage } from "#shared/messages/messages.ts";
import { shortDate } from "#web/lib/format.ts";
import { lazyPage, Page } from "#web/lib/lazy-page.tsx";
import { ListScreen } from "#web/lib/list-screen.tsx";
import { useSearchState, uuid } from "#web/lib/search-state.ts";
import { ViewBoundary } from "#web/lib/view-boundary.tsx";
import { InlineLink, LinkButton } from "#web/ui/link.tsx";
import { None, type RecordColumn } from "#web/ui/record-table.tsx";
import { MessageStateBadge } from "./message-text.tsx";

const messagePage = lazyPage(() => import("./message-page.tsx").then((file) => file.MessagePage));

const search = {
  message: (value: string) => (value === "new" ? value : uuid(value)),
  /** Of a new one. */
  kind: (value: string) => (value === "newsletter" ? value : ""),
};

/** The messages of admins, or the one that the address names. */
export function Messages() {
  const { state, linkTo } = useSearchState(search);
  const { message, kind } = state;
  return message ? (
    <ViewBoundary name={message}>
      <Page
        key={message}
        page={messagePage}
        id={message}
        isNewsletter={kind === "newsletter"}
        backTo={linkTo({ message: "", kind: "" })}
      />
    </ViewBoundary>
  ) : (
    <List linkTo={(id) => linkTo({ message: id })} />
  );
}

const List = ({ linkTo }: { linkTo: (id: string) => string }) => (
  <ListScreen<ListedMessage>
    title="Messages"
    path="/messages"
    noun="messages"
    loading="Loading messages"
    search="Part of the subject"
    filters={[
      {
        name: "status",
        parameter: "state",
        label: "State",
        all: "All states",
        options: messageStates.map((value) => ({ value, label: messageStateLabels[value] })),
      },
      {
        name: "about",
        parameter: "kind",
        label: "Kind",
        all: "All kinds",
        options: messageKinds.map((value) => ({ value, label: messageKindLabels[value] })),
      },
    ]}
    tools={
      <LinkButton to={linkTo("new")} isSmall>
        New message
      </LinkButton>
    }
    caption="Messages, newest first"
    columns={columnsOf(linkTo)}
    empty={{
      title: "No messages yet",
      text: "Write to all members, to some of them, or to the newsletter’s list.",
    }}
    nothing={{
      title: "No messages found",
      text: "None has these words, this state and this kind.",
      showAll: "Show all messages",
    }}
  />
);

const columnsOf = (linkTo: (id: string) => string): RecordColumn<ListedMessage>[] => [
  {
    header: "Subject",
    className: "w-full",
    cell: ({ id, subject }) => (
      <InlineLink to={linkTo(id)} isQuiet>
        {subject}
      </InlineLink>
    ),
  },
  {
    header: "State",
    isBeside: true,
    cell: ({ state }) => <MessageStateBadge state={state} isPlain />,
  },
  { header: "Kind", className: "whitespace-nowrap", cell: ({ kind }) => messageKindLabels[kind] },
  {
    header: "Date",
    className: "num whitespace-nowrap",
    cell: ({ created_at, send_at, started_at }) => shortDate(started_at ?? send_at ?? created_at),
  },
  { header: "Sent", isRight: true, className: "num", cell: ({ states }) => numberOr(states.sent) },
  {
    header: "Not sent",
    isRight: true,
    className: "num",
    cell: ({ states }) => numberOr(states.dropped + states.failed + states.stopped),
  },
  { header: "Not known", isRight: true, className: "num", cell: ({ states }) => numberOr(states.unknown) },
];

const numberOr = (count: number) => (count === 0 ? <None>0</None> : count.toLocaleString("en-GB"));

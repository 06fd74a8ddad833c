import type { OwnMessage } from "#shared/messages/messages.ts";
import { paths } from "#shared/paths.ts";
import { longDate } from "#web/lib/format.ts";
import { useList } from "#web/lib/use-list.ts";
import { BackLink } from "#web/ui/back-link.tsx";
import { ListView } from "#web/ui/list/list-view.tsx";
import { ViewHead } from "#web/ui/view-head.tsx";
import { MessageText } from "./message-text.tsx";

/** What the club wrote to the reader, newest first. */
export function OwnMessages() {
  const list = useList<OwnMessage>({ path: "/messages/mine" });
  return (
    <section aria-labelledby="messages" className="max-w-[44rem]">
      <BackLink to={paths.notices} className="mb-2">
        Notices
      </BackLink>
      <ViewHead id="messages" title="Messages" />
      <ListView
        list={list}
        noun="messages"
        loading="Loading messages"
        empty={{ title: "No messages yet", text: "What the club writes to you by email is kept here too." }}
      >
        {(messages) => (
          <ul className="grid gap-4">
            {messages.map(({ id, subject, text, sent_at }) => (
              <li key={id} className="card p-5">
                <h2 className="d4 wrap-anywhere">{subject}</h2>
                <p className="note mb-3">{longDate(sent_at)}</p>
                <MessageText text={text} />
              </li>
            ))}
          </ul>
        )}
      </ListView>
    </section>
  );
}

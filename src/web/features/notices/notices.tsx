import "./notices.css";
import { noticeMessages as messages } from "#shared/notices/notice-list-messages.ts";
import type { Notice } from "#shared/notices/notices.ts";
import { paths } from "#shared/paths.ts";
import { useList } from "#web/lib/use-list.ts";
import { Button } from "#web/ui/button.tsx";
import { ListView } from "#web/ui/list/list-view.tsx";
import { RouteLink } from "#web/ui/route-link.tsx";
import { ViewHead } from "#web/ui/view-head.tsx";
import { NoticeItems, useOpenPages } from "./notice-items.tsx";
import { useMarkRead } from "./notice-queries.ts";

/** All that one was told, newest first. */
export function Notices() {
  const isOpen = useOpenPages();
  const list = useList<Notice>({ path: "/notices" });
  const marking = useMarkRead();
  const hasUnread = list.items?.some(({ read_at }) => read_at === null);
  return (
    <section aria-labelledby="notices" className="max-w-[44rem]">
      <ViewHead id="notices" title={messages.title}>
        {hasUnread && (
          <Button
            variant="outline"
            isSmall
            busyLabel={marking.isPending && messages.marking}
            onClick={() => marking.mutate({ all: true })}
          >
            {messages.markAll}
          </Button>
        )}
      </ViewHead>
      <ListView
        list={list}
        noun="notices"
        loading={messages.loading}
        empty={{ title: "No notices", text: messages.emptyText }}
      >
        {(notices) => <NoticeItems notices={notices} />}
      </ListView>
      {isOpen(paths.accountPart("told")) && (
        <p className="notice-links mt-4">
          <RouteLink to={paths.messages}>Messages from the club</RouteLink>
          <RouteLink to={paths.accountPart("told")}>{messages.preferences}</RouteLink>
        </p>
      )}
    </section>
  );
}

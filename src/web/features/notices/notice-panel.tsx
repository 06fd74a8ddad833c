import "./notices.css";
import { noticeMessages as messages } from "#shared/notices/notice-list-messages.ts";
import { paths } from "#shared/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { RowSkeletons } from "#web/ui/list/row-skeletons.tsx";
import { Panel } from "#web/ui/panel.tsx";
import { RouteLink } from "#web/ui/route-link.tsx";
import { SectionFailed } from "#web/ui/section-failed.tsx";
import { NoticeItems } from "./notice-items.tsx";
import { useMarkRead, useNewestNotices } from "./notice-queries.ts";

interface NoticePanelProps {
  isOpen: boolean;
  onClose: () => void;
}

/** The newest, behind the bell. */
export function NoticePanel({ isOpen, onClose }: NoticePanelProps) {
  const { data, isPending, refetch } = useNewestNotices();
  const marking = useMarkRead();
  const hasUnread = (data?.unread_count ?? 0) > 0;
  return (
    <Panel
      isOpen={isOpen}
      onClose={onClose}
      title={messages.title}
      tools={
        hasUnread && (
          <Button
            variant="outline"
            isSmall
            busyLabel={marking.isPending && messages.marking}
            onClick={() => marking.mutate({ all: true })}
          >
            {messages.markAll}
          </Button>
        )
      }
    >
      {isPending && <RowSkeletons label={messages.loading} />}
      {!isPending && !data && <SectionFailed text="Your notices could not be loaded" onRetry={refetch} />}
      {data?.items.length === 0 && <p className="muted">{messages.emptyText}</p>}
      {data && data.items.length > 0 && <NoticeItems notices={data.items} onFollow={onClose} />}
      <p className="notice-links">
        <RouteLink to={paths.notices} replace onClick={onClose}>
          All notices
        </RouteLink>
        <RouteLink to={paths.accountPart("told")} replace onClick={onClose}>
          {messages.preferences}
        </RouteLink>
      </p>
    </Panel>
  );
}

import { isOpenWithoutMembership } from "#shared/closed-pages.ts";
import type { Notice } from "#shared/notices/notices.ts";
import { dayAndMonth, hourAndMinute, longDate } from "#web/lib/format.ts";
import { serverNow } from "#web/lib/server-time.ts";
import { useSession } from "#web/lib/session.ts";
import { classNames } from "#web/ui/class-names.ts";
import { RouteLink } from "#web/ui/route-link.tsx";
import { useMarkRead } from "./notice-queries.ts";

interface NoticeItemsProps {
  notices: readonly Notice[];
  /** Of a sheet, which closes and whose history entry the link takes. */
  onFollow?: () => void;
}

/** Each leads to what it is about, and says below it what is there. */
export function NoticeItems({ notices, onFollow }: NoticeItemsProps) {
  const { mutate } = useMarkRead();
  const isOpen = useOpenPages();
  return (
    <ul className="border-t border-ink">
      {notices.map(({ id, text, path, created_at, read_at }) => {
        const isUnread = read_at === null;
        const [title = text, ...details] = text.split(/(?<=\.) /);
        const follow = () => {
          if (isUnread) mutate({ ids: [id] });
          onFollow?.();
        };
        return (
          <li key={id} className={classNames("notice-item", isUnread && "is-unread")}>
            {isOpen(path) ? (
              <RouteLink to={path} replace={onFollow !== undefined} onClick={follow}>
                {title}
              </RouteLink>
            ) : (
              <p>{title}</p>
            )}
            {details.length > 0 && <p className="small muted">{details.join(" ")}</p>}
            <p className="flex flex-wrap items-center justify-between gap-x-4 text-note text-ink-3">
              <span>
                {whenWords(created_at)}
                {isUnread && ", unread"}
              </span>
            </p>
          </li>
        );
      })}
    </ul>
  );
}

/** Somebody whose membership has ended reads their notices, and few of the pages that these are about. */
export function useOpenPages(): (path: string) => boolean {
  const { session } = useSession();
  const isMember = session?.membership_status === "approved" || session?.membership_status === "pending";
  return (path) => isMember || isOpenWithoutMembership(path);
}

/** "Today, 10:14", "20 November, 16:05", "20 November 2025, 16:05", in London. */
function whenWords(iso: string): string {
  const now = serverNow().toISOString();
  const time = hourAndMinute(iso);
  if (longDate(iso) === longDate(now)) return `Today, ${time}`;
  const isThisYear = longDate(iso).slice(-4) === longDate(now).slice(-4);
  return `${isThisYear ? dayAndMonth(iso) : longDate(iso)}, ${time}`;
}

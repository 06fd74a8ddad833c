import "./bell.css";
import { Suspense, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { useLocation } from "react-router";
import { noticeMessages } from "#shared/notices/notice-list-messages.ts";
import type { Notice } from "#shared/notices/notices.ts";
import { lazyPage, Page } from "#web/lib/lazy-page.tsx";
import { useBar } from "#web/lib/use-bar.ts";
import { IconButton } from "#web/ui/button.tsx";
import { Bell as BellIcon } from "#web/ui/icons.generated.ts";
import { useWasOpen } from "#web/ui/use-was-open.ts";
import { useMarkRead, useNewestNotices } from "./notice-queries.ts";

const panel = lazyPage(() => import("./notice-panel.tsx").then((file) => file.NoticePanel));
const mostShown = 99;

/** In the bar, beside the menu. */
export function Bell() {
  const { data } = useNewestNotices();
  useReadByVisit(data?.items);
  const [isOpen, setOpen] = useState(false);
  const wasOpen = useWasOpen(isOpen);
  const bar = useBar("bar-bell");
  if (!bar) return null;
  const unread = data?.unread_count ?? 0;
  return createPortal(
    <div className="bell">
      <IconButton
        label={data ? noticeMessages.bell(unread) : noticeMessages.title}
        aria-haspopup="dialog"
        onPointerEnter={() => void panel.load().catch(() => {})}
        onClick={() => setOpen(true)}
      >
        <BellIcon />
        {unread > 0 && (
          <span className="bell-count" aria-hidden="true">
            {unread > mostShown ? `${mostShown}+` : unread}
          </span>
        )}
      </IconButton>
      {wasOpen && (
        <Suspense>
          <Page page={panel} isOpen={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>,
    bar,
  );
}

/** Who is on the page of a commitment, a company or a deal has read what they were told of it, however they came there. */
function useReadByVisit(notices: readonly Notice[] = []): void {
  const { pathname, search } = useLocation();
  const { mutate } = useMarkRead();
  const isOfRecord = /[?&](commitment|company|deal)=/.test(search);
  const ids = notices
    .filter(({ read_at, path }) => isOfRecord && read_at === null && path.split("#")[0] === pathname + search)
    .map(({ id }) => id)
    .join(" ");
  useEffect(() => {
    if (ids) mutate({ ids: ids.split(" ") });
  }, [ids, mutate]);
}

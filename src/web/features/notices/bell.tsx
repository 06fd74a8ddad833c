import "./bell.css";
import { Suspense, useState } from "react";
import { createPortal } from "react-dom";
import { noticeMessages } from "#shared/notices/notice-list-messages.ts";
import { lazyPage, Page } from "#web/lib/lazy-page.tsx";
import { useBar } from "#web/lib/use-bar.ts";
import { IconButton } from "#web/ui/button.tsx";
import { Bell as BellIcon } from "#web/ui/icons.generated.ts";
import { useWasOpen } from "#web/ui/use-was-open.ts";
import { useNewestNotices } from "./notice-queries.ts";

const panel = lazyPage(() => import("./notice-panel.tsx").then((file) => file.NoticePanel));
const mostShown = 99;

/** In the bar, beside the menu. */
export function Bell() {
  const { data } = useNewestNotices();
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

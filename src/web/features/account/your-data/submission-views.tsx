import { useRef, useState } from "react";
import type { SubmissionView } from "#shared/deletion-requests/deletion-requests.ts";
import { adminNameFirst } from "#shared/people/person-name.ts";
import { formatDateTime } from "#web/lib/format.ts";
import { Button } from "#web/ui/button.tsx";

const shownAtFirst = 5;

/** Latest first. */
export function SubmissionViews({ views }: { views: SubmissionView[] }) {
  const [isWhole, setWhole] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  if (views.length === 0) return <p className="muted">Nobody has looked at it yet.</p>;
  const shown = isWhole ? views : views.slice(0, shownAtFirst);
  const showAll = () => {
    setWhole(true);
    // The focused button unmounts.
    list.current?.focus({ preventScroll: true });
  };
  return (
    <>
      <ul ref={list} tabIndex={-1} className="grid w-full max-w-[40rem] border-t border-line outline-none">
        {shown.map(({ viewed_at, viewer_name }) => (
          <li
            key={`${viewed_at} ${viewer_name}`}
            className="flex flex-wrap justify-between gap-x-6 gap-y-1 border-b border-line py-3"
          >
            <span className="min-w-0 wrap-anywhere">{adminNameFirst(viewer_name)}</span>
            <span className="note num">{formatDateTime(viewed_at)}</span>
          </li>
        ))}
      </ul>
      {shown.length < views.length && (
        <Button variant="ghost" isSmall onClick={showAll}>
          Show all {views.length}
        </Button>
      )}
    </>
  );
}

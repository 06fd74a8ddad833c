import { useState } from "react";
import type { ContentItem } from "#shared/content.ts";
import { contentMessages as messages } from "#shared/content-messages.ts";
import { formatDateTime } from "#web/lib/format.ts";
import { Button } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { LazyDifference } from "./lazy-difference.tsx";
import type { Written } from "./use-content.ts";

interface ConflictNoticeProps {
  /** What somebody else has saved. */
  present: ContentItem;
  mine: Written;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
}

export function ConflictNotice({ present, mine, onKeepMine, onTakeTheirs }: ConflictNoticeProps) {
  const [isComparing, setComparing] = useState(false);
  const name = present.updated_by_name ?? messages.somebody;
  return (
    <div className="grid gap-4" role="alert">
      <Notice tone="warning" title={messages.conflictTitle(name, formatDateTime(present.updated_at))}>
        {messages.conflictText}
        <div className="mt-3 flex flex-wrap gap-2">
          <Button variant="outline" isSmall aria-expanded={isComparing} onClick={() => setComparing(!isComparing)}>
            {messages.compare}
          </Button>
          <Button variant="outline" isSmall onClick={onKeepMine}>
            {messages.keepMine}
          </Button>
          <Button variant="outline" isSmall onClick={onTakeTheirs}>
            {messages.takeTheirs}
          </Button>
        </div>
      </Notice>
      {isComparing && <LazyDifference kind={present.kind} before={present.draft} after={mine} />}
    </div>
  );
}

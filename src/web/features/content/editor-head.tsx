import { useEffect, useRef } from "react";
import type { ContentItem } from "#shared/content/content.ts";
import { type ContentKind, contentMessages as messages, newItemTitle } from "#shared/content/content-messages.ts";
import { fillValues } from "#shared/content/rich-text-outline.ts";
import { paths } from "#shared/paths.ts";
import { formatLondonTime, formatTimeOfToday, shortDate } from "#web/lib/format.ts";
import { useOpenedTitle } from "#web/lib/page-meta.ts";
import { useRichTextValues } from "#web/lib/site-content.ts";
import { Button } from "#web/ui/button.tsx";
import { InlineLink } from "#web/ui/link.tsx";
import { ContentStatus } from "./content-status.tsx";
import { ShownTitle } from "./shown-title.tsx";

export type Intent = "save" | "preview" | "publish" | "schedule";

interface EditorHeadProps {
  item: ContentItem | null;
  kind: ContentKind;
  isDirty: boolean;
  isBusy: boolean;
  /** What the submission that follows is for. */
  onIntent: (intent: Intent) => void;
  versions: { isOpen: boolean; onToggle: () => void };
}

export function EditorHead({ item, kind, isDirty, isBusy, onIntent, versions }: EditorHeadProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const values = useRichTextValues();
  useOpenedTitle(item ? fillValues(item.title, values) : newItemTitle(kind));
  // The link that opened the editor is gone.
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="editor-head">
      <div>
        <h1 className="small scroll-mt-24 font-text font-[550] outline-none" tabIndex={-1} ref={heading}>
          <InlineLink to={paths.content} isQuiet>
            {messages.view}
          </InlineLink>{" "}
          <span className={item ? "sr-only" : "pl-2"}>
            {item ? <ShownTitle title={item.title} /> : newItemTitle(kind)}
          </span>
        </h1>
        {item && <ContentStatus item={item} />}
        <p className="note num" role="status">
          {isDirty ? "Not saved yet." : item && `Saved ${formatTimeOfToday(item.updated_at)}.`}{" "}
          {item && publicWords(item)}
        </p>
      </div>
      <div>
        {item && (
          <Button variant="ghost" isSmall aria-expanded={versions.isOpen} onClick={versions.onToggle}>
            {messages.versions}
          </Button>
        )}
        <Button
          type="submit"
          variant="outline"
          isSmall
          busyLabel={isBusy && messages.saving}
          onClick={() => onIntent("save")}
        >
          Save draft
        </Button>
        {item && (
          <>
            <Button type="submit" variant="outline" isSmall onClick={() => onIntent("preview")}>
              {messages.preview}
            </Button>
            <Button type="submit" variant="outline" isSmall onClick={() => onIntent("schedule")}>
              {messages.publishAtTime}
            </Button>
          </>
        )}
        <Button type="submit" isSmall onClick={() => onIntent("publish")}>
          Publish now
        </Button>
      </div>
    </div>
  );
}

function publicWords({ publish_at, published_at, published_revision }: ContentItem): string {
  if (publish_at) return `Will be public from ${formatLondonTime(publish_at)}, London time.`;
  if (!published_at || published_revision === null) return "Not public.";
  return `Public: version ${published_revision}, ${shortDate(published_at)}.`;
}

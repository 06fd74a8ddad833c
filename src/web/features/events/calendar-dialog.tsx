import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { calendarFeedMessages as messages } from "#shared/events/calendar-feed-messages.ts";
import type { CalendarFeed, NewCalendarFeed } from "#shared/events/events.ts";
import type { DialogState } from "#web/lib/action-dialog.tsx";
import { callApi } from "#web/lib/api.ts";
import { longDate } from "#web/lib/format.ts";
import { useAction } from "#web/lib/use-action.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { CopyButton } from "#web/ui/copy-button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";

const feedQuery = queryOptions({
  queryKey: ["calendar-feed"],
  queryFn: ({ signal }) => callApi<CalendarFeed>("GET", "/calendar-feed", undefined, signal),
});

/** The address of one's own calendar feed, shown once as it is made. */
export function CalendarDialog({ isOpen, onClose }: DialogState) {
  const client = useQueryClient();
  const { data: feed, isPending, isError, refetch } = useQuery(feedQuery);
  const [url, setUrl] = useState<string>();
  const { failed } = messages;
  const make = useAction<NewCalendarFeed>("/calendar-feed", {
    failed,
    onDone: ({ created_at, url }) => {
      setUrl(url);
      client.setQueryData(feedQuery.queryKey, { created_at });
    },
  });
  const end = useAction<CalendarFeed>("/calendar-feed", {
    method: "DELETE",
    answerKey: feedQuery.queryKey,
    done: messages.ended,
    failed,
    onDone: () => setUrl(undefined),
  });
  const isOn = Boolean(feed?.created_at);
  return (
    <Dialog
      isOpen={isOpen}
      onClose={() => onClose()}
      title={messages.title}
      text={messages.text}
      actions={
        <>
          <Button variant="ghost" onClick={() => onClose()}>
            {messages.close}
          </Button>
          {isOn && (
            <Button variant="outline" busyLabel={end.isPending && messages.ending} onClick={() => end.act()}>
              {messages.end}
            </Button>
          )}
          {feed && (
            <Button
              variant={url ? "outline" : "secondary"}
              busyLabel={make.isPending && messages.making}
              onClick={() => make.act()}
            >
              {isOn ? messages.renew : messages.make}
            </Button>
          )}
        </>
      }
    >
      <div className="mt-5 grid gap-3" aria-live="polite">
        {isPending && <p className="small muted">{messages.loading}</p>}
        {isError && (
          <p className="small">
            {messages.loadFailed}{" "}
            <button type="button" className="inline-link" onClick={() => void refetch()}>
              {messages.retry}
            </button>
          </p>
        )}
        {url && (
          <>
            <a className={buttonClass({ variant: "secondary" })} href={url.replace(/^https?:/, "webcal:")}>
              {messages.open}
            </a>
            <Field label={messages.address} hint={messages.addressHint}>
              <Input readOnly value={url} onFocus={(event) => event.target.select()} />
            </Field>
            <CopyButton what={messages.address} text={url} />
          </>
        )}
        {!url && feed?.created_at && <p className="small">{messages.isOn(longDate(feed.created_at))}</p>}
      </div>
    </Dialog>
  );
}

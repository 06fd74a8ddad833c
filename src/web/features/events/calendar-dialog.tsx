import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
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

/** The address of one's own calendar feed. The press that opened the dialog asked for it; it is shown once, as it is made. */
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
    done: "Your calendar feed is off",
    failed,
    onDone: () => setUrl(undefined),
  });
  const isOn = Boolean(feed?.created_at);
  const isFirst = useRef(true);
  const { act } = make;
  useEffect(() => {
    if (!feed || !isFirst.current) return;
    isFirst.current = false;
    if (!isOn) act();
  }, [feed, isOn, act]);
  return (
    <Dialog
      isOpen={isOpen}
      onClose={() => onClose()}
      title="Add all to your calendar"
      text="Your calendar reads an address of your own and keeps itself up to date: events that you have not declined, what you have to pay by when, and the end of your investor statement. It names no deal and no amount."
      actions={
        <>
          <Button variant="ghost" onClick={() => onClose()}>
            Close
          </Button>
          {isOn && (
            <Button variant="outline" busyLabel={end.isPending && "Switching off"} onClick={() => end.act()}>
              Switch it off
            </Button>
          )}
          {feed && (
            <Button
              variant={url ? "outline" : "secondary"}
              busyLabel={make.isPending && "Making it"}
              onClick={() => make.act()}
            >
              {isOn ? "Make a new address" : "Add to my calendar"}
            </Button>
          )}
        </>
      }
    >
      <div className="mt-5 grid gap-3" aria-live="polite">
        {(isPending || (make.isPending && !url)) && <p className="small muted">Looking for your address</p>}
        {isError && (
          <p className="small">
            Your calendar feed could not be loaded.{" "}
            <button type="button" className="inline-link" onClick={() => void refetch()}>
              Try again
            </button>
          </p>
        )}
        {url && (
          <>
            <a className={buttonClass({ variant: "secondary" })} href={url.replace(/^https?:/, "webcal:")}>
              Open in your calendar
            </a>
            <Field
              label={messages.address}
              hint="We cannot show it again. If the button opens no calendar, add this address there as a subscription. Whoever has it can read it: keep it to yourself."
            >
              <Input readOnly value={url} onFocus={(event) => event.target.select()} />
            </Field>
            <CopyButton what={messages.address} text={url} />
          </>
        )}
        {!url && !make.isPending && feed?.created_at && (
          <p className="small">
            Your calendar feed is on since {longDate(feed.created_at)}. Its address is not shown again; with a new one
            the old one stops working.
          </p>
        )}
      </div>
    </Dialog>
  );
}

const messages = {
  address: "The address of your calendar",
  failed: "Failed to change your calendar feed.",
} as const;

import "../events.css";
import { useQuery } from "@tanstack/react-query";
import { lazy } from "react";
import { eventAudienceLabels, eventDeskMessages as messages } from "#shared/events/event-desk-messages.ts";
import { eventAudiences } from "#shared/events/event-messages.ts";
import type { DeskEvent } from "#shared/events/events.ts";
import { paths } from "#shared/paths.ts";
import { callApi } from "#web/lib/api.ts";
import { formatLondonTime, longDate } from "#web/lib/format.ts";
import { useOpenedTitle } from "#web/lib/page-meta.ts";
import { useApiForm } from "#web/lib/use-api-form.ts";
import { useInvalidate } from "#web/lib/use-invalidate.ts";
import { BackLink } from "#web/ui/back-link.tsx";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { DialogOpener } from "#web/ui/dialog-opener.tsx";
import { Form, FormField, FormFields, SubmitButton } from "#web/ui/form/form.tsx";
import { NumberField } from "#web/ui/form/number-field.tsx";
import { Input } from "#web/ui/input.tsx";
import { InlineLink } from "#web/ui/link.tsx";
import { RowSkeletons } from "#web/ui/list/row-skeletons.tsx";
import { LoadFailed } from "#web/ui/load-failed.tsx";
import { Select } from "#web/ui/select.tsx";
import { toast, toastFailure } from "#web/ui/toast.ts";
import { ViewHead } from "#web/ui/view-head.tsx";
import { Attendees } from "./attendees.tsx";
import { DeskEventBadge } from "./desk-event-badge.tsx";
import { deskEventKeys, deskEventQuery } from "./event-desk-queries.ts";
import { placesSchema, toPlacesValues } from "./places-fields.ts";

const CancelDialog = lazy(() => import("./cancel-dialog.tsx").then((file) => ({ default: file.CancelDialog })));

/** An event's places and who answered. */
export function EventPage({ id, backTo }: { id: string; backTo: string }) {
  const { data: event, isPending, refetch } = useQuery(deskEventQuery(id));
  return (
    <div>
      <BackLink to={backTo} className="mb-2">
        All events
      </BackLink>
      {isPending && <RowSkeletons label={messages.loading} count={4} />}
      {!isPending && !event && <LoadFailed heading="h1" title={messages.fetchFailed} onRetry={refetch} />}
      {event && <Shown event={event} />}
    </div>
  );
}

function Shown({ event }: { event: DeskEvent }) {
  useOpenedTitle(event.title);
  const { id, title, starts_at, cancelled_at, cancelled_reason, revision, can } = event;
  return (
    <>
      <ViewHead title={title}>
        {can.cancel && (
          <DialogOpener
            button={(open) => (
              <Button variant="outline" isSmall onClick={open}>
                Cancel the event
              </Button>
            )}
            dialog={(state) => <CancelDialog event={event} {...state} />}
          />
        )}
      </ViewHead>
      <p className="small flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="num">{formatLondonTime(starts_at)}</span>
        <DeskEventBadge event={event} />
        <InlineLink to={paths.contentItem(id)}>Edit the text</InlineLink>
      </p>
      {cancelled_at && (
        <p className="mt-3 wrap-anywhere">{messages.cancelledOn(longDate(cancelled_at), cancelled_reason ?? "")}</p>
      )}
      {can.change && <PlacesForm key={revision} event={event} />}
      <Attendees event={event} />
    </>
  );
}

/** Who it is for, how many places there are and until when people answer. */
function PlacesForm({ event }: { event: DeskEvent }) {
  const changed = useInvalidate(deskEventKeys);
  const form = useApiForm({
    schema: placesSchema,
    defaultValues: toPlacesValues(event),
    send: (input) => callApi("PUT", `/event-places/${event.id}`, { ...input, expected_revision: event.revision }),
    onSent: async () => {
      toast({ title: "Places and answers saved" });
      await changed();
    },
    onRefused: async (error, isAtField) => {
      if (isAtField) return;
      toastFailure("Failed to save.", error);
      await changed();
    },
  });
  return (
    <section aria-labelledby="places" className="mt-6">
      <ViewHead id="places" title="Places and answers" isBlock />
      <Form form={form} className="grid max-w-(--measure) gap-4">
        <FormFields form={form}>
          <FormField form={form} name="audience" label="Who sees it">
            <Select>
              {eventAudiences.map((audience) => (
                <option key={audience} value={audience}>
                  {eventAudienceLabels[audience]}
                </option>
              ))}
            </Select>
          </FormField>
          <NumberField
            form={form}
            name="capacity"
            kind="count"
            label="Places"
            hint="Guests count. Empty, there is no limit."
            isOptional
          />
          <Checkbox label="Each may bring one guest" {...form.register("guests_allowed")} />
          <div className="grid gap-4 sm:grid-cols-2">
            <FormField
              form={form}
              name="answer_until"
              label="Answer by"
              hint="London time. Empty, people can answer until it begins."
              isOptional
            >
              <Input type="date" />
            </FormField>
            <FormField form={form} name="answer_time" label="At">
              <Input type="time" />
            </FormField>
          </div>
          <NumberField
            form={form}
            name="offer_hours"
            kind="count"
            label="Hours a free place is offered for"
            hint="To the first on the waiting list, then to the next."
          />
        </FormFields>
        <div className="button-row">
          <SubmitButton form={form} busyLabel="Saving">
            Save
          </SubmitButton>
        </div>
      </Form>
    </section>
  );
}

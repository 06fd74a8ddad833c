import { eventAudienceLabels, eventDeskMessages as messages } from "#shared/events/event-desk-messages.ts";
import { eventAudiences } from "#shared/events/event-messages.ts";
import type { DeskEvent } from "#shared/events/events.ts";
import { callApi } from "#web/lib/api.ts";
import { useApiForm } from "#web/lib/use-api-form.ts";
import { useInvalidate } from "#web/lib/use-invalidate.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Form, FormField, FormFields, SubmitButton } from "#web/ui/form/form.tsx";
import { NumberField } from "#web/ui/form/number-field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import { toast, toastFailure } from "#web/ui/toast.ts";
import { ViewHead } from "#web/ui/view-head.tsx";
import { deskEventKeys } from "./event-desk-queries.ts";
import { placesSchema, toPlacesValues } from "./places-fields.ts";

/** Who it is for, how many places there are and until when people answer. */
export function PlacesForm({ event }: { event: DeskEvent }) {
  const changed = useInvalidate(deskEventKeys);
  const form = useApiForm({
    schema: placesSchema,
    defaultValues: toPlacesValues(event),
    send: (input) => callApi("PUT", `/event-places/${event.id}`, { ...input, expected_revision: event.revision }),
    onSent: async () => {
      toast({ title: messages.saved });
      await changed();
    },
    onRefused: async (error, isAtField) => {
      if (isAtField) return;
      toastFailure(messages.saveFailed, error);
      await changed();
    },
  });
  return (
    <section aria-labelledby="places" className="mt-6">
      <ViewHead id="places" title={messages.settings} isBlock />
      <Form form={form} className="grid max-w-(--measure) gap-4">
        <FormFields form={form}>
          <FormField form={form} name="audience" label={messages.audience}>
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
            label={messages.capacity}
            hint={messages.capacityHint}
            isOptional
          />
          <Checkbox label={messages.guests} {...form.register("guests_allowed")} />
          <div className="grid gap-4 sm:grid-cols-2">
            <FormField
              form={form}
              name="answer_until"
              label={messages.answerUntilDate}
              hint={messages.answerUntilHint}
              isOptional
            >
              <Input type="date" />
            </FormField>
            <FormField form={form} name="answer_time" label={messages.answerUntilTime}>
              <Input type="time" />
            </FormField>
          </div>
          <NumberField
            form={form}
            name="offer_hours"
            kind="count"
            label={messages.offerHours}
            hint={messages.offerHoursHint}
          />
        </FormFields>
        <div className="button-row">
          <SubmitButton form={form} busyLabel={messages.saving}>
            {messages.save}
          </SubmitButton>
        </div>
      </Form>
    </section>
  );
}

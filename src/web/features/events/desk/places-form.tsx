import { eventAudienceLabels } from "#shared/events/event-desk-messages.ts";
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

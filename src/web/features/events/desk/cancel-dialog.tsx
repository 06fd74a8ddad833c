import { eventDeskMessages as messages } from "#shared/events/event-desk-messages.ts";
import { type DeskEvent, eventCancelSchema } from "#shared/events/events.ts";
import { ActionDialog, type DialogState } from "#web/lib/action-dialog.tsx";
import { callApi } from "#web/lib/api.ts";
import { FormField } from "#web/ui/form/form.tsx";
import { Textarea } from "#web/ui/input.tsx";
import { deskEventKeys } from "./event-desk-queries.ts";

interface CancelDialogProps extends DialogState {
  event: DeskEvent;
}

const schema = eventCancelSchema.pick({ reason: true });

/** Says whom it tells. */
export function CancelDialog({ event, ...state }: CancelDialogProps) {
  const { id, title, going, offered, waiting, revision } = event;
  return (
    <ActionDialog
      {...state}
      words={{
        title: `Cancel ${title}?`,
        text: messages.cancelText(going + offered + waiting),
        submit: "Cancel the event",
        busy: "Cancelling",
        done: "The event is cancelled",
        failed: "Failed to cancel the event.",
      }}
      schema={schema}
      defaultValues={{ reason: "" }}
      send={({ reason }) => callApi("POST", `/event-places/${id}/cancel`, { reason, expected_revision: revision })}
      invalidates={deskEventKeys}
    >
      {(form) => (
        <FormField form={form} name="reason" label="Reason, which members read">
          <Textarea rows={3} />
        </FormField>
      )}
    </ActionDialog>
  );
}

import { eventDeskMessages as messages } from "#shared/event-desk-messages.ts";
import type { DeskEvent } from "#shared/events.ts";
import { ActionDialog, type DialogState } from "#web/features/funds/action-dialog.tsx";
import { callApi } from "#web/lib/api.ts";
import { FormField } from "#web/ui/form/form.tsx";
import { Textarea } from "#web/ui/input.tsx";
import { useDeskChanged } from "./event-desk-queries.ts";

interface Values {
  reason: string;
}

interface CancelDialogProps extends DialogState {
  event: DeskEvent;
}

/** Says whom it tells. */
export function CancelDialog({ event, ...state }: CancelDialogProps) {
  const { id, title, going, offered, waiting, revision } = event;
  return (
    <ActionDialog<Values>
      {...state}
      words={{
        title: messages.cancelTitle(title),
        text: messages.cancelText(going + offered + waiting),
        submit: messages.cancelNow,
        busy: messages.cancelling,
        done: messages.cancelled,
        failed: messages.cancelFailed,
      }}
      schema={() => import("./event-rules.ts").then(({ cancelRules }) => cancelRules)}
      defaultValues={{ reason: "" }}
      send={({ reason }) => callApi("POST", `/event-places/${id}/cancel`, { reason, expected_revision: revision })}
      onChanged={useDeskChanged()}
    >
      {(form) => (
        <FormField form={form} name="reason" label={messages.reason}>
          <Textarea rows={3} />
        </FormField>
      )}
    </ActionDialog>
  );
}

import { eventAnswerMessages as messages } from "#shared/event-messages.ts";
import type { ClubEvent } from "#shared/events.ts";
import { ActionDialog, type DialogState } from "#web/features/funds/action-dialog.tsx";
import { Button } from "#web/ui/button.tsx";
import { FormField } from "#web/ui/form/form.tsx";
import { Input } from "#web/ui/input.tsx";
import { sendAnswer, useAnswer, useEventsChanged } from "./use-answer.ts";

interface Values {
  guest_name: string;
}

interface GuestDialogProps extends DialogState {
  event: ClubEvent;
}

/** Who comes along; a refusal says that there is no place for them. */
export function GuestDialog({ event, ...state }: GuestDialogProps) {
  const changed = useEventsChanged();
  const alone = useAnswer(event);
  const guest = event.answer?.guest_name ?? "";
  return (
    <ActionDialog<Values>
      {...state}
      words={{
        title: messages.guestTitle(event.title),
        text: messages.guestHint,
        submit: messages.save,
        busy: messages.saving,
        done: messages.guestSaved,
        failed: messages.answerFailed,
      }}
      schema={() => import("./guest-rules.ts").then(({ guestRules }) => guestRules)}
      defaultValues={{ guest_name: guest }}
      send={({ guest_name }) => sendAnswer(event.id, { going: true, guest_name })}
      onChanged={changed}
    >
      {(form) => (
        <>
          <FormField form={form} name="guest_name" label={messages.guestName}>
            <Input autoComplete="off" />
          </FormField>
          {guest && (
            <Button
              variant="outline"
              isSmall
              className="justify-self-start"
              busyLabel={alone.isPending && messages.saving}
              onClick={() => alone.mutate({ going: true }, { onSuccess: () => state.onClose() })}
            >
              {messages.withoutGuest}
            </Button>
          )}
        </>
      )}
    </ActionDialog>
  );
}

import { z } from "zod";
import { eventAnswerMessages as messages } from "#shared/events/event-messages.ts";
import { type ClubEvent, guestNameSchema } from "#shared/events/events.ts";
import { ActionDialog, type DialogState } from "#web/lib/action-dialog.tsx";
import { Button } from "#web/ui/button.tsx";
import { FormField } from "#web/ui/form/form.tsx";
import { Input } from "#web/ui/input.tsx";
import { eventsKey, sendAnswer, useAnswer } from "./use-answer.ts";

const schema = z.object({
  guest_name: z.string().trim().min(1, "Please enter your guest’s name.").pipe(guestNameSchema),
});

interface GuestDialogProps extends DialogState {
  event: ClubEvent;
}

export function GuestDialog({ event, ...state }: GuestDialogProps) {
  const alone = useAnswer(event);
  const guest = event.answer?.guest_name ?? "";
  return (
    <ActionDialog
      {...state}
      words={{
        title: `Your guest at ${event.title}`,
        text: "The club uses the name for this event only.",
        submit: "Save",
        busy: messages.saving,
        done: "Your guest is noted",
        failed: messages.answerFailed,
      }}
      draft={`/events/${event.id}/guest`}
      schema={schema}
      defaultValues={{ guest_name: guest }}
      send={({ guest_name }) => sendAnswer(event.id, { going: true, guest_name })}
      invalidates={[eventsKey]}
    >
      {(form) => (
        <>
          <FormField form={form} name="guest_name" label="Your guest’s name">
            <Input autoComplete="off" />
          </FormField>
          {guest && (
            <Button
              variant="outline"
              isSmall
              className="justify-self-start"
              busyLabel={alone.isPending && messages.saving}
              onClick={() => alone.act({ going: true }, state.onClose)}
            >
              Come without a guest
            </Button>
          )}
        </>
      )}
    </ActionDialog>
  );
}

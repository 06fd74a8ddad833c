import { useState } from "react";
import { invitationMessages } from "#shared/invitations/invitation-messages.ts";
import { type InvitationInput, invitationInputSchema } from "#shared/invitations/invitations.ts";
import { useApiForm } from "#web/lib/use-api-form.ts";
import { ConfirmDialog } from "#web/ui/dialog.tsx";
import { Form, FormField, FormFields, SubmitButton } from "#web/ui/form/form.tsx";
import { useDraft } from "#web/ui/form/use-draft.ts";
import { Input } from "#web/ui/input.tsx";
import { useCreateInvitation } from "./use-invitations.ts";

/** Cleared on success only. */
export function InvitationForm({ userId }: { userId: string }) {
  const [existing, setExisting] = useState<string | null>(null);
  const { mutateAsync, isPending } = useCreateInvitation({ onExisting: setExisting });
  const form = useApiForm<InvitationInput>({
    schema: invitationInputSchema,
    defaultValues: { email: "" },
    send: mutateAsync,
    onSent: () => {
      accept();
      form.setFocus("email");
    },
    onRefused: () => {},
    refusalFocus: "email",
  });
  const { forgetDraft } = useDraft(`invitation-draft:${userId}`, form);
  const accept = () => {
    form.reset();
    forgetDraft();
  };
  const replace = (email: string) =>
    mutateAsync({ email, replace: true })
      .then(accept, () => {})
      .finally(() => {
        setExisting(null);
        form.setFocus("email");
      });
  return (
    <>
      <Form form={form} className="form-row" aria-label="Create invitation">
        <FormFields form={form}>
          <FormField form={form} name="email" label="Email">
            <Input type="email" autoComplete="off" required />
          </FormField>
        </FormFields>
        <SubmitButton form={form} busyLabel="Creating...">
          Create invitation
        </SubmitButton>
      </Form>
      <ConfirmDialog
        isOpen={existing !== null}
        onClose={() => setExisting(null)}
        title="Replace the invitation?"
        text={`${invitationMessages.exists} If you replace it, its code stops working and a new one is sent to ${existing}.`}
        confirmLabel="Replace invitation"
        cancelLabel="Keep it"
        variant="secondary"
        busyLabel={isPending && "Replacing..."}
        onConfirm={() => existing && replace(existing)}
      />
    </>
  );
}

import { useState } from "react";
import { useForm } from "react-hook-form";
import { type InvitationInput, invitationMessages } from "#shared/invitations.ts";
import { useLazyResolver } from "#web/lib/lazy-resolver.ts";
import { useDraft } from "#web/lib/use-draft.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { useCreateInvitation } from "./use-invitations.ts";

const loadResolver = () => import("./invitation-resolver.ts").then(({ invitationResolver }) => invitationResolver);

/** The field keeps its text until the invitation is made. */
export function InvitationForm({ userId }: { userId: string }) {
  const form = useForm<InvitationInput>({ resolver: useLazyResolver(loadResolver), defaultValues: { email: "" } });
  const forgetDraft = useDraft(`invitation-draft:${userId}`, form);
  const [standing, setStanding] = useState<string | null>(null);
  const { mutate, isPending } = useCreateInvitation({ onStanding: setStanding });

  const create = (email: string, replace: boolean) =>
    mutate(
      { email, replace },
      {
        onSuccess: () => {
          form.reset();
          forgetDraft();
        },
        onSettled: () => {
          if (replace) setStanding(null);
          setTimeout(() => form.setFocus("email"));
        },
      },
    );
  const { errors } = form.formState;
  return (
    <>
      <form
        className="flex flex-wrap items-start gap-2.5"
        aria-label="Create invitation"
        onSubmit={form.handleSubmit(({ email }) => create(email, false))}
        noValidate
      >
        <Field label="Email" className="max-w-[26rem] flex-[1_1_16rem]" error={errors.email?.message}>
          <Input type="email" autoComplete="off" required readOnly={isPending} {...form.register("email")} />
        </Field>
        <Button type="submit" className="sm:mt-[1.6rem]" busyLabel={isPending && standing === null && "Creating..."}>
          Create invitation
        </Button>
      </form>
      <ConfirmDialog
        isOpen={standing !== null}
        onClose={() => setStanding(null)}
        title="Replace the invitation?"
        text={`${invitationMessages.exists} If you replace it, its code stops working and a new one is sent to ${standing}.`}
        confirmLabel="Replace invitation"
        cancelLabel="Keep it"
        variant="pine"
        busyLabel={isPending && "Replacing..."}
        onConfirm={() => standing && create(standing, true)}
      />
    </>
  );
}

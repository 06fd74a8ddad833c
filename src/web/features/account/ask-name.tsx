import { accountNameInputSchema } from "#shared/account/account.ts";
import { accountMessages } from "#shared/account/account-messages.ts";
import type { Session } from "#shared/account/session.ts";
import { useOwnSubmission } from "#web/features/profiles/own-records.ts";
import { AccountForm, useAccountForm } from "#web/lib/account-form.tsx";
import { type Name, nameChangeKey } from "#web/lib/pending-mutations.ts";
import { loadSession, useCurrentUserId } from "#web/lib/session.ts";
import { useAccountChange } from "#web/lib/use-account.ts";
import { FormField } from "#web/ui/form/form.tsx";
import { useDraft } from "#web/ui/form/use-draft.ts";
import { Input } from "#web/ui/input.tsx";
import { toast } from "#web/ui/toast.ts";

/** Until it is given: admins decide on a person, not on an address. A submitted profile has the name. */
export function AskName({ session }: { session: Session }) {
  const { data: submission } = useOwnSubmission();
  if (session.user.user_metadata.full_name || submission !== null) return null;
  return <NameForm isMember={session.membership_status === "approved"} />;
}

function NameForm({ isMember }: { isMember: boolean }) {
  const form = useNameForm("");
  return (
    <div className="mb-6">
      <AccountForm label="Tell the club your name" form={form} submitLabel="Send my name" busyLabel="Sending...">
        <FormField
          form={form}
          name="full_name"
          label="What is your name?"
          hint={isMember ? "Admins and other members see it." : "The admin who decides on your membership sees it."}
        >
          <Input autoComplete="name" required />
        </FormField>
      </AccountForm>
    </div>
  );
}

/** The reader's own name. What is typed outlives a reload and a new session. */
export function useNameForm(full_name: string) {
  const form = useAccountForm<Name, Name>({
    schema: accountNameInputSchema,
    defaultValues: { full_name },
    send: useAccountChange("PUT", "/account/name", {
      mutationKey: nameChangeKey,
      onChanged: () => loadSession("USER_UPDATED"),
    }),
    onSent: (saved) => {
      form.reset(saved);
      forgetDraft();
      toast(accountMessages.nameSaved);
    },
  });
  const { forgetDraft } = useDraft(`account-name:${useCurrentUserId()}`, form);
  return form;
}

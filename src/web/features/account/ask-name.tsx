import { accountNameInputSchema } from "#shared/account/account.ts";
import { accountMessages } from "#shared/account/account-messages.ts";
import { useOwnSubmission } from "#web/features/profiles/own-records.ts";
import { AccountForm, useAccountForm } from "#web/lib/account-form.tsx";
import { type Name, nameChangeKey } from "#web/lib/pending-mutations.ts";
import { loadSession } from "#web/lib/session.ts";
import { useAccountChange } from "#web/lib/use-account.ts";
import { FormField } from "#web/ui/form/form.tsx";
import { Input } from "#web/ui/input.tsx";
import { toast } from "#web/ui/toast.ts";

/** Of somebody who has just registered: admins decide on a person, not on an address. A submitted profile has the name. */
export function AskName() {
  const { data: submission } = useOwnSubmission();
  return submission === null ? <NameForm /> : null;
}

function NameForm() {
  const form = useAccountForm<Name, Name>({
    schema: accountNameInputSchema,
    defaultValues: { full_name: "" },
    send: useAccountChange("PUT", "/account/name", {
      mutationKey: nameChangeKey,
      onChanged: () => loadSession("USER_UPDATED"),
    }),
    onSent: () => toast(accountMessages.nameSaved),
  });
  return (
    <div className="mb-6">
      <AccountForm label="Tell the club your name" form={form} submitLabel="Send my name" busyLabel="Sending...">
        <FormField
          form={form}
          name="full_name"
          label="What is your name?"
          hint="The admin who decides on your membership sees it."
        >
          <Input autoComplete="name" required />
        </FormField>
      </AccountForm>
    </div>
  );
}

import { useQuery } from "@tanstack/react-query";
import { accountNameInputSchema } from "#shared/account/account.ts";
import { accountMessages } from "#shared/account/account-messages.ts";
import type { Session } from "#shared/account/session.ts";
import { ownProfileQuery } from "#web/features/profiles/own-records.ts";
import { AccountForm, useAccountForm } from "#web/lib/account-form.tsx";
import { type Name, nameChangeKey } from "#web/lib/pending-mutations.ts";
import { loadSession } from "#web/lib/session.ts";
import { useAccountChange } from "#web/lib/use-account.ts";
import { AccountSection } from "#web/ui/account-section.tsx";
import { FormField } from "#web/ui/form/form.tsx";
import { Input } from "#web/ui/input.tsx";
import { toast } from "#web/ui/toast.ts";

export function NameSection({ session }: { session: Session }) {
  // The head of the page asks for it, of who may have one.
  const { data: profile } = useQuery({ ...ownProfileQuery, enabled: false });
  const form = useAccountForm<Name, Name>({
    schema: accountNameInputSchema,
    defaultValues: { full_name: session.user.user_metadata.full_name ?? "" },
    send: useAccountChange("PUT", "/account/name", {
      mutationKey: nameChangeKey,
      onChanged: () => loadSession("USER_UPDATED"),
    }),
    onSent: (saved) => {
      form.reset(saved);
      toast(accountMessages.nameSaved);
    },
  });
  return (
    <AccountSection heading="Name">
      <AccountForm label="Name" form={form} submitLabel="Save name" busyLabel="Saving...">
        <FormField
          form={form}
          name="full_name"
          label="Full name"
          hint={
            profile
              ? "The club and its members call you by the name in your profile. Change that one under Edit Profile."
              : "The club calls you this until you submit a profile, which has a name of its own."
          }
        >
          <Input autoComplete="name" required />
        </FormField>
      </AccountForm>
    </AccountSection>
  );
}

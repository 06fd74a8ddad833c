import { accountNameInputSchema } from "#shared/account/account.ts";
import { accountMessages } from "#shared/account/account-messages.ts";
import { useAccountForm } from "#web/lib/account-form.tsx";
import { type Name, nameChangeKey } from "#web/lib/pending-mutations.ts";
import { loadSession, useCurrentUserId } from "#web/lib/session.ts";
import { useAccountChange } from "#web/lib/use-account.ts";
import { useDraft } from "#web/ui/form/use-draft.ts";
import { toast } from "#web/ui/toast.ts";

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

import { useForm } from "react-hook-form";
import { accountMessages } from "#shared/account-messages.ts";
import type { Session } from "#shared/session.ts";
import { useLazyResolver } from "#web/lib/lazy-resolver.ts";
import { loadSession } from "#web/lib/session.ts";
import { type Name, nameChangeKey } from "#web/lib/use-pending-name.ts";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { toast } from "#web/ui/toast.ts";
import { AccountForm } from "./account-form.tsx";
import { AccountSection } from "./account-section.tsx";
import { useAccountChange } from "./use-account.ts";

const loadResolver = () => import("./account-resolvers.ts").then(({ nameResolver }) => nameResolver);

export function NameSection({ session }: { session: Session }) {
  const change = useAccountChange<Name, Name>("PUT", "/account/name", {
    mutationKey: nameChangeKey,
    onChanged: () => loadSession("USER_UPDATED"),
  });
  const form = useForm<Name>({
    resolver: useLazyResolver(loadResolver),
    defaultValues: { full_name: session.user.user_metadata.full_name ?? "" },
  });
  const save = async (input: Name) => {
    form.reset(await change(input));
    toast(accountMessages.nameSaved);
  };
  return (
    <AccountSection heading="Name">
      <AccountForm label="Name" form={form} submitLabel="Save name" busyLabel="Saving..." onSubmit={save}>
        <Field
          label="Full name"
          hint="The club calls you this until you have a profile, which has a name of its own."
          error={form.formState.errors.full_name?.message}
        >
          <Input autoComplete="name" required {...form.register("full_name")} />
        </Field>
      </AccountForm>
    </AccountSection>
  );
}

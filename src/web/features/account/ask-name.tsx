import type { Session } from "#shared/account/session.ts";
import { useOwnSubmission } from "#web/features/profiles/own-records.ts";
import { AccountForm } from "#web/lib/account-form.tsx";
import { FormField } from "#web/ui/form/form.tsx";
import { Input } from "#web/ui/input.tsx";
import { useNameForm } from "./use-name-form.ts";

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

import { useOwnSubmission } from "#web/features/profiles/own-records.ts";
import { AccountForm } from "#web/lib/account-form.tsx";
import { FormField } from "#web/ui/form/form.tsx";
import { Input } from "#web/ui/input.tsx";
import { useNameForm } from "./use-name-form.ts";

/** Of somebody who has just registered: admins decide on a person, not on an address. A submitted profile has the name. */
export function AskName() {
  const { data: submission } = useOwnSubmission();
  return submission === null ? <NameForm /> : null;
}

function NameForm() {
  const form = useNameForm("");
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

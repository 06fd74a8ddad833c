import { useQueryClient } from "@tanstack/react-query";
import type { PersonDetail } from "#shared/people/people.ts";
import { type AccountAction, accountActionMessages } from "#shared/people/people-messages.ts";
import { personName } from "#shared/people/person-name.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { ReasonButton } from "#web/lib/reason-button.tsx";

interface AccountActionsProps {
  person: PersonDetail;
  /** Of these, those that can be done now. */
  actions: readonly AccountAction[];
}

export function AccountActions({ person, actions }: AccountActionsProps) {
  const possible = actions.filter((action) => person.can[action]);
  return possible.map((action) => <ActionButton key={action} person={person} action={action} />);
}

const paths: Record<AccountAction, string> = {
  reset_two_factor: "reset-two-factor",
  sign_out: "sign-out",
  resend_verification: "resend-verification",
  lift_sign_in_limit: "lift-sign-in-limit",
};

function ActionButton({ person, action }: { person: PersonDetail; action: AccountAction }) {
  const { label, text, hint, done, failed } = accountActionMessages[action];
  const name = personName(person);
  const client = useQueryClient();
  return (
    <ReasonButton<PersonDetail>
      to={`/people/${person.user_id}/${paths[action]}`}
      labelEnd={name}
      words={{ title: `${label}: ${name}?`, text, submit: label, done: { title: done, description: name }, failed }}
      whom={name}
      hint={hint}
      variant={action === "reset_two_factor" ? "danger" : "secondary"}
      onDone={(changed) => client.setQueryData(queryKeys.person(changed.user_id), changed)}
      invalidates={[queryKeys.people, queryKeys.audit]}
    />
  );
}

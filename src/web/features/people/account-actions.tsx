import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { PersonDetail } from "#shared/people.ts";
import { type AccountAction, accountActionMessages } from "#shared/people-messages.ts";
import { personName } from "#shared/person-name.ts";
import { callApi } from "#web/lib/api.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { toast, toastFailure } from "#web/ui/toast.ts";
import { ReasonButton } from "./reason-button.tsx";

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
  const { mutateAsync } = useMutation({
    mutationFn: (reason: string) =>
      callApi<PersonDetail>("POST", `/people/${person.user_id}/${paths[action]}`, { reason }),
    onSuccess: (changed) => {
      toast({ title: done, description: name });
      client.setQueryData(queryKeys.person(changed.user_id), changed);
    },
    onError: (error) => toastFailure(failed, error, name),
    onSettled: () =>
      Promise.all([queryKeys.people, queryKeys.audit].map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
  return (
    <ReasonButton
      label={label}
      labelEnd={name}
      title={`${label}: ${name}?`}
      text={text}
      hint={hint}
      isRemoval={action === "reset_two_factor"}
      send={mutateAsync}
    />
  );
}

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { standingMessages } from "#shared/membership-requests/membership-messages.ts";
import type { PersonDetail, TierInput } from "#shared/people/people.ts";
import { tierMessages } from "#shared/people/people-messages.ts";
import { personName } from "#shared/people/person-name.ts";
import { callApi } from "#web/lib/api.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { toast, toastFailure } from "#web/ui/toast.ts";
import { TierButton } from "./tier-button.tsx";

/** Changes the tier of one person. */
export function PersonTier({ person: { user_id, full_name, email, tier, tier_until } }: { person: PersonDetail }) {
  const client = useQueryClient();
  const name = personName({ full_name, email });
  const { mutateAsync } = useMutation({
    mutationFn: (input: TierInput) => callApi<PersonDetail>("PUT", `/people/${user_id}/tier`, input),
    onSuccess: (changed) => {
      toast({ title: tierMessages.changed, description: standingMessages.toldByEmail(name) });
      client.setQueryData(queryKeys.person(user_id), changed);
    },
    onError: (error) => toastFailure(tierMessages.failed, error, name),
    onSettled: () =>
      Promise.all([queryKeys.people, queryKeys.audit].map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
  return (
    <TierButton
      labelEnd={name}
      title={`${tierMessages.change}: ${name}`}
      text={tierMessages.text}
      tier={tier ?? "trial"}
      until={tier_until ?? ""}
      send={mutateAsync}
    />
  );
}

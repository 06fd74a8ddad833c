import { standingMessages } from "#shared/membership-requests/membership-messages.ts";
import type { PersonDetail, TierInput } from "#shared/people/people.ts";
import { tierMessages } from "#shared/people/people-messages.ts";
import { personName } from "#shared/people/person-name.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { useAction } from "#web/lib/use-action.ts";
import { TierButton } from "./tier-button.tsx";

/** Changes the tier of one person. */
export function PersonTier({ person: { user_id, full_name, email, tier, tier_until } }: { person: PersonDetail }) {
  const name = personName({ full_name, email });
  const { actAsync } = useAction<PersonDetail, TierInput>(`/people/${user_id}/tier`, {
    method: "PUT",
    answerKey: queryKeys.person(user_id),
    done: { title: tierMessages.changed, description: standingMessages.toldByEmail(name) },
    failed: tierMessages.failed,
    whom: name,
    invalidates: [queryKeys.people, queryKeys.audit],
  });
  return (
    <TierButton
      labelEnd={name}
      title={`${tierMessages.change}: ${name}`}
      text={tierMessages.text}
      tier={tier ?? "trial"}
      until={tier_until ?? ""}
      send={actAsync}
    />
  );
}

import { useQueryClient } from "@tanstack/react-query";
import { standingMessages } from "#shared/membership-requests/membership-messages.ts";
import type { PersonDetail } from "#shared/people/people.ts";
import { tierMessages } from "#shared/people/people-messages.ts";
import { personName } from "#shared/people/person-name.ts";
import { callApi } from "#web/lib/api.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { TierButton } from "./tier-button.tsx";

/** Changes the tier of one person. */
export function PersonTier({ person: { user_id, full_name, email, tier, tier_until } }: { person: PersonDetail }) {
  const client = useQueryClient();
  const name = personName({ full_name, email });
  return (
    <TierButton<PersonDetail>
      labelEnd={name}
      title={`${tierMessages.change}: ${name}`}
      text="The tier decides the fee of their next commitments. After its last day they are on Trial."
      tier={tier ?? "trial"}
      until={tier_until ?? ""}
      send={(input) => callApi("PUT", `/people/${user_id}/tier`, input)}
      done={{ title: tierMessages.changed, description: standingMessages.toldByEmail(name) }}
      whom={name}
      onDone={(changed) => client.setQueryData(queryKeys.person(user_id), changed)}
      invalidates={[queryKeys.people, queryKeys.audit]}
    />
  );
}

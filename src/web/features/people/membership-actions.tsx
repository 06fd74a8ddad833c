import { useQueryClient } from "@tanstack/react-query";
import {
  admissionMessages,
  type MembershipChange,
  membershipChangeMessages,
  standingMessages,
} from "#shared/membership-requests/membership-messages.ts";
import type { MembershipRequest } from "#shared/membership-requests/membership-requests.ts";
import type { PersonStatus } from "#shared/people/people-messages.ts";
import { personName } from "#shared/people/person-name.ts";
import { toldWords } from "#web/features/system/system-query.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { ReasonButton } from "#web/lib/reason-button.tsx";

const changes: MembershipChange[] = ["reinstate", "suspend", "end"];

/** Of a request, or of a person. */
type Membership = Pick<MembershipRequest, "user_id" | "full_name" | "email" | "commitments"> & {
  status: PersonStatus;
  can: Record<MembershipChange, boolean>;
};

/** Suspend, end or reinstate. */
export function MembershipActions({ request }: { request: Membership }) {
  const possible = changes.filter((change) => request.can[change]);
  return possible.map((change) => <ChangeButton key={change} request={request} change={change} />);
}

const paths: Record<MembershipChange, string> = { suspend: "suspend", end: "end-membership", reinstate: "reinstate" };

function ChangeButton({ request, change }: { request: Membership; change: MembershipChange }) {
  const { user_id, full_name, email, status, commitments } = request;
  const client = useQueryClient();
  const name = personName({ full_name, email });
  const messages =
    status === "rejected" && change === "reinstate" ? admissionMessages : membershipChangeMessages[change];
  const { label, text, done, failed } = messages;
  return (
    <ReasonButton
      to={`/people/${user_id}/${paths[change]}`}
      labelEnd={name}
      words={{
        title: `${label}: ${name}?`,
        text:
          change !== "reinstate" && commitments.length > 0 ? `${text} ${standingMessages.endsToo(commitments)}` : text,
        submit: label,
        done: async () => ({ title: done, description: await toldWords(client, name, standingMessages.toldByEmail) }),
        failed,
      }}
      whom={name}
      hint={standingMessages.reasonHint}
      variant={change !== "reinstate" ? "danger" : "secondary"}
      look="outline"
      invalidates={[queryKeys.requests, queryKeys.profiles, queryKeys.admins, queryKeys.people, queryKeys.audit]}
    />
  );
}

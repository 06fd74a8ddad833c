import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  admissionMessages,
  type MembershipChange,
  membershipChangeMessages,
  standingMessages,
} from "#shared/membership-messages.ts";
import type { MembershipRequest } from "#shared/membership-requests.ts";
import type { PersonStatus } from "#shared/people-messages.ts";
import { personName } from "#shared/person-name.ts";
import { callApi } from "#web/lib/api.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { toast, toastFailure } from "#web/ui/toast.ts";
import { ReasonButton } from "./reason-button.tsx";

const changes: MembershipChange[] = ["reinstate", "suspend", "end"];

/** Of a request, or of a person. */
type Membership = Pick<MembershipRequest, "user_id" | "full_name" | "email"> & {
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
  const { user_id, full_name, email, status } = request;
  const name = personName({ full_name, email });
  const messages =
    status === "rejected" && change === "reinstate" ? admissionMessages : membershipChangeMessages[change];
  const { label, text, done, failed } = messages;
  const client = useQueryClient();
  const { mutateAsync } = useMutation({
    mutationFn: (reason: string) =>
      callApi<MembershipRequest>("POST", `/people/${user_id}/${paths[change]}`, { reason }),
    onSuccess: () => toast({ title: done, description: standingMessages.toldByEmail(name) }),
    onError: (error) => toastFailure(failed, error, name),
    onSettled: () =>
      Promise.all(
        [queryKeys.requests, queryKeys.profiles, queryKeys.admins, queryKeys.people, queryKeys.audit].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
  });
  return (
    <ReasonButton
      label={label}
      labelEnd={name}
      title={`${label}: ${name}?`}
      text={text}
      isRemoval={change !== "reinstate"}
      send={mutateAsync}
    />
  );
}

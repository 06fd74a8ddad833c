import { useMutation, useQueryClient } from "@tanstack/react-query";
import { profileHidingMessages as messages, standingMessages } from "#shared/membership-messages.ts";
import type { PersonDetail } from "#shared/people.ts";
import type { ShownProfile } from "#shared/profiles.ts";
import { callApi } from "#web/lib/api.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { Button } from "#web/ui/button.tsx";
import { toast, toastFailure } from "#web/ui/toast.ts";
import { ReasonButton } from "./reason-button.tsx";

interface Owner {
  user_id: string;
  name: string;
}

/** Hides a profile with a reason, or shows it again; refreshes what lists it. */
export function useProfileHiding({ user_id, name }: Owner) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (reason: string | null) =>
      reason === null
        ? callApi<ShownProfile>("POST", `/people/${user_id}/show-profile`)
        : callApi<ShownProfile>("POST", `/people/${user_id}/hide-profile`, { reason }),
    onSuccess: (changed, reason) => {
      client.setQueryData(queryKeys.profile(changed.id), changed);
      const description = reason === null ? name : standingMessages.toldByEmail(name);
      toast({ title: reason === null ? messages.adminShown : messages.adminHidden, description });
      for (const queryKey of [queryKeys.profiles, queryKeys.people, queryKeys.audit]) {
        void client.invalidateQueries({ queryKey });
      }
    },
    onError: (error) => toastFailure(messages.adminFailed, error, name),
  });
}

export function ProfileHiding({ person }: { person: PersonDetail }) {
  const name = person.full_name || person.email;
  const hiding = useProfileHiding({ user_id: person.user_id, name });
  return <HidingButton name={name} can={person.can} hiding={hiding} />;
}

interface HidingButtonProps {
  name: string;
  can: { hide_profile: boolean; show_profile: boolean };
  hiding: ReturnType<typeof useProfileHiding>;
}

export function HidingButton({ name, can, hiding: { mutate, mutateAsync, isPending } }: HidingButtonProps) {
  if (can.show_profile) {
    return (
      <Button variant="outline" isSmall busyLabel={isPending && messages.busy} onClick={() => mutate(null)}>
        {messages.adminShow}
      </Button>
    );
  }
  if (!can.hide_profile) return null;
  return (
    <ReasonButton
      label={messages.adminHide}
      labelEnd={name}
      title={`${messages.adminHide}: ${name}?`}
      text={messages.adminHideText}
      isRemoval
      send={mutateAsync}
    />
  );
}

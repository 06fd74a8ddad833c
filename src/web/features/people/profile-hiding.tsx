import { useMutation, useQueryClient } from "@tanstack/react-query";
import { profileHidingMessages as messages, standingMessages } from "#shared/membership-messages.ts";
import type { PersonDetail } from "#shared/people.ts";
import { keptHint } from "#shared/people-messages.ts";
import { personName } from "#shared/person-name.ts";
import type { ShownProfile } from "#shared/profiles.ts";
import { callApi } from "#web/lib/api.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { toast, toastFailure } from "#web/ui/toast.ts";
import { ReasonButton } from "./reason-button.tsx";

interface Owner {
  user_id: string;
  name: string;
}

interface Change {
  state: "hidden" | "shown";
  reason: string;
}

/** Hides a profile or shows it again, with a reason; refreshes what lists it. */
export function useProfileHiding({ user_id, name }: Owner) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ state, reason }: Change) =>
      callApi<ShownProfile>("POST", `/people/${user_id}/${state === "shown" ? "show" : "hide"}-profile`, { reason }),
    onSuccess: (changed, { state }) => {
      client.setQueryData(queryKeys.profile(changed.id), changed);
      if (state === "shown") toast({ title: messages.adminShown, description: name });
      else toast({ title: messages.adminHidden, description: standingMessages.toldByEmail(name) });
      for (const queryKey of [queryKeys.profiles, queryKeys.people, queryKeys.audit]) {
        void client.invalidateQueries({ queryKey });
      }
    },
    onError: (error) => toastFailure(messages.adminFailed, error, name),
  });
}

export function ProfileHiding({ person }: { person: PersonDetail }) {
  const name = personName(person);
  const hiding = useProfileHiding({ user_id: person.user_id, name });
  return <HidingButton name={name} can={person.can} hiding={hiding} />;
}

interface HidingButtonProps {
  name: string;
  can: { hide_profile: boolean; show_profile: boolean };
  hiding: ReturnType<typeof useProfileHiding>;
}

export function HidingButton({ name, can, hiding: { mutateAsync } }: HidingButtonProps) {
  if (can.show_profile) {
    return (
      <ReasonButton
        key="show"
        label={messages.adminShow}
        labelEnd={name}
        title={`${messages.adminShow}: ${name}?`}
        text={messages.adminShowText}
        hint={keptHint}
        isRemoval={false}
        send={(reason) => mutateAsync({ state: "shown", reason })}
      />
    );
  }
  if (!can.hide_profile) return null;
  return (
    <ReasonButton
      key="hide"
      label={messages.adminHide}
      labelEnd={name}
      title={`${messages.adminHide}: ${name}?`}
      text={messages.adminHideText}
      isRemoval
      send={(reason) => mutateAsync({ state: "hidden", reason })}
    />
  );
}

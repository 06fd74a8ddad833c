import { useMutation, useQueryClient } from "@tanstack/react-query";
import { profileHidingMessages as messages, standingMessages } from "#shared/membership-messages.ts";
import type { ShownProfile } from "#shared/profiles.ts";
import { callApi } from "#web/lib/api.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { Button } from "#web/ui/button.tsx";
import { toast, toastFailure } from "#web/ui/toast.ts";
import { ReasonButton } from "./reason-button.tsx";

export function HideMember({ member }: { member: ShownProfile }) {
  const { full_name, hidden_by_owner_at, can } = member;
  const client = useQueryClient();
  const isHidden = can.show_as_admin;
  const { mutate, mutateAsync, isPending } = useMutation({
    mutationFn: (reason: string | null) =>
      callApi<ShownProfile>(
        "POST",
        `/people/${member.user_id}/${isHidden ? "show-profile" : "hide-profile"}`,
        reason === null ? undefined : { reason },
      ),
    onSuccess: (changed, reason) => {
      client.setQueryData(queryKeys.profile(changed.id), changed);
      const description = reason === null ? full_name : standingMessages.toldByEmail(full_name);
      toast({ title: reason === null ? messages.adminShown : messages.adminHidden, description });
      void client.invalidateQueries({ queryKey: queryKeys.profiles });
    },
    onError: (error) => toastFailure(messages.adminFailed, error, full_name),
  });
  return (
    <div className="grid justify-items-start gap-3 border-line border-t pt-5">
      {isHidden && <p className="note">{messages.isHiddenByAdmin}</p>}
      {hidden_by_owner_at && <p className="note">{messages.isHiddenByOwner}</p>}
      {isHidden ? (
        <Button variant="outline" isSmall busyLabel={isPending && messages.busy} onClick={() => mutate(null)}>
          {messages.adminShow}
        </Button>
      ) : (
        <ReasonButton
          label={messages.adminHide}
          labelEnd={full_name}
          title={`${messages.adminHide}: ${full_name}?`}
          text={messages.adminHideText}
          isRemoval
          send={mutateAsync}
        />
      )}
    </div>
  );
}

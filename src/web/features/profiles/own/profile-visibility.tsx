import { useMutation, useQueryClient } from "@tanstack/react-query";
import { profileHidingMessages as messages } from "#shared/membership-requests/membership-messages.ts";
import type { ShownProfile } from "#shared/profiles/profiles.ts";
import { callApi } from "#web/lib/api.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { Button } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { toast } from "#web/ui/toast.ts";

export function ProfileVisibility({ profile }: { profile: ShownProfile }) {
  const isHidden = profile.hidden_by_owner_at !== null;
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => callApi<ShownProfile>(isHidden ? "DELETE" : "PUT", "/member-profiles/me/hidden"),
    onSuccess: (saved) => {
      client.setQueryData(queryKeys.ownProfile, saved);
      void client.invalidateQueries({ queryKey: queryKeys.profiles });
      toast({ title: saved.hidden_by_owner_at ? messages.hidden : messages.shown });
    },
    onError: (error) => toast({ title: messages.failed, description: error.message, variant: "destructive" }),
  });
  return (
    <section className="mb-4 grid justify-items-start gap-4" aria-label={messages.ownerHeading}>
      {profile.hidden_by_admin_at && (
        <Notice tone="warning" title={`${messages.hiddenByAdminTitle}.`}>
          {messages.hiddenByAdminText}
        </Notice>
      )}
      {(isHidden || !profile.hidden_by_admin_at) && (
        <p className="muted max-w-(--measure)">
          {isHidden ? `${messages.hiddenTitle}. ${messages.hiddenText}` : `${messages.shownTitle}.`}
        </p>
      )}
      {(profile.can.show || profile.can.hide) && (
        <Button variant="outline" isSmall busyLabel={isPending && messages.busy} onClick={() => mutate()}>
          {isHidden ? messages.show : messages.hide}
        </Button>
      )}
    </section>
  );
}

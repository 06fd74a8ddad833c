import type { ShownProfile } from "#shared/profiles/profiles.ts";
import { ActionButton } from "#web/lib/action-button.tsx";
import { queryKeys } from "#web/lib/query-keys.ts";
import { Notice } from "#web/ui/notice.tsx";

export function ProfileVisibility({ profile }: { profile: ShownProfile }) {
  const isHidden = profile.hidden_by_owner_at !== null;
  return (
    <section className="mb-4 grid justify-items-start gap-4" aria-label="In the directory">
      {profile.hidden_by_admin_at && (
        <Notice tone="warning" title="An admin has hidden your profile from the directory.">
          The reason was sent to you by email. Only an admin can show it again.
        </Notice>
      )}
      {(isHidden || !profile.hidden_by_admin_at) && (
        <p className="muted max-w-(--measure)">
          {isHidden
            ? `Your profile is hidden from the directory. Only you and the admins see it. Saving it does not show it again.`
            : "Members see your profile in the directory."}
        </p>
      )}
      {(profile.can.show || profile.can.hide) && (
        <ActionButton<ShownProfile>
          method={isHidden ? "DELETE" : "PUT"}
          path="/member-profiles/me/hidden"
          variant="outline"
          label={isHidden ? "Show my profile" : "Hide my profile"}
          busy="Saving..."
          answerKey={queryKeys.ownProfile}
          done={(saved) => (saved.hidden_by_owner_at ? "Your profile is hidden" : "Your profile is shown")}
          failed="Failed to change where your profile is shown."
          invalidates={[queryKeys.profiles]}
        />
      )}
    </section>
  );
}

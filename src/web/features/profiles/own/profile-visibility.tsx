import { profileHidingMessages as messages } from "#shared/membership-requests/membership-messages.ts";
import type { ShownProfile } from "#shared/profiles/profiles.ts";
import { ActionButton } from "#web/lib/action-button.tsx";
import { queryKeys } from "#web/lib/query-keys.ts";
import { Notice } from "#web/ui/notice.tsx";

export function ProfileVisibility({ profile }: { profile: ShownProfile }) {
  const isHidden = profile.hidden_by_owner_at !== null;
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
        <ActionButton<ShownProfile>
          method={isHidden ? "DELETE" : "PUT"}
          path="/member-profiles/me/hidden"
          variant="outline"
          label={isHidden ? messages.show : messages.hide}
          busy={messages.busy}
          answerKey={queryKeys.ownProfile}
          done={(saved) => (saved.hidden_by_owner_at ? messages.hidden : messages.shown)}
          failed={messages.failed}
          invalidates={[queryKeys.profiles]}
        />
      )}
    </section>
  );
}

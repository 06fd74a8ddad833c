import { Suspense, useState } from "react";
import { directoryMessages } from "#shared/profiles/profile-messages.ts";
import type { MemberProfile, ShownProfile } from "#shared/profiles/profiles.ts";
import { ProfileHiding } from "#web/features/people/profile-hiding.tsx";
import { lazyPage, Page } from "#web/lib/lazy-page.tsx";
import { useOpenedTitle } from "#web/lib/page-meta.ts";
import { useSearchState } from "#web/lib/search-state.ts";
import { useSession } from "#web/lib/session.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Button } from "#web/ui/button.tsx";
import { Panel } from "#web/ui/panel.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { directorySearch } from "./directory-search.ts";
import { positionLine } from "./member-card.tsx";
import { MemberDetails } from "./member-details.tsx";
import { type ProfileState, useMemberProfile } from "./use-member-profile.ts";

const askIntroduction = lazyPage(() =>
  import("#web/features/introductions/ask-introduction.tsx").then((file) => file.AskIntroduction),
);

/** Heading while there is no profile. */
const titles: Record<ProfileState, string> = {
  loading: directoryMessages.profileLoading,
  missing: "Profile not found",
  failed: "This profile could not be loaded",
  shown: "",
};

interface MemberPanelProps {
  /** Listed profiles open without a fetch. */
  members: MemberProfile[] | undefined;
}

/** The profile named in the URL. */
export function MemberPanel({ members }: MemberPanelProps) {
  const { state: search, change } = useSearchState(directorySearch);
  const id = search.member;
  // Kept during the closing animation.
  const [shownId, setShownId] = useState(id);
  if (id && id !== shownId) setShownId(id);
  const { member, shown, state, retry } = useMemberProfile(shownId, members);
  useOpenedTitle(id && member ? member.full_name : undefined);
  if (!shownId) return null;

  const close = () => change({ member: "" }, { replace: true });
  return (
    <Panel
      isOpen={id !== ""}
      onClose={close}
      isInAddress
      title={member?.full_name ?? titles[state]}
      head={member && <Avatar name={member.full_name} imageUrl={member.profile_image_url} size="large" />}
      subtitle={member && positionLine(member)}
    >
      {member && <MemberDetails member={member} tier={shown?.shown_tier} />}
      {member && <Introduction member={member} />}
      {(shown?.can.hide_as_admin || shown?.can.show_as_admin) && <HideMember member={shown} />}
      {state === "loading" && <ProfileLoading />}
      {state === "missing" && <ProfileMissing onClose={close} />}
      {state === "failed" && <ProfileFailed onRetry={retry} />}
    </Panel>
  );
}

/** Approved members see this part: people who wait for approval see the profile alone. */
function Introduction({ member }: { member: MemberProfile }) {
  const isApproved = useSession().session?.membership_status === "approved";
  return (
    isApproved && (
      <Suspense>
        <Page page={askIntroduction} member={member} key={member.id} />
      </Suspense>
    )
  );
}

function ProfileMissing({ onClose }: { onClose: () => void }) {
  return (
    <>
      <p>It may have been taken out of the directory, or its address may not be complete.</p>
      <div className="button-row">
        <Button onClick={onClose}>Show the directory</Button>
      </div>
    </>
  );
}

function ProfileFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <>
      <p>Something broke on the way. Trying again often helps.</p>
      <div className="button-row">
        <Button onClick={onRetry}>Try again</Button>
      </div>
    </>
  );
}

function ProfileLoading() {
  return (
    <div role="status" aria-label={directoryMessages.profileLoading} className="grid gap-3">
      <Skeleton className="h-4" />
      <Skeleton className="h-4 w-[92%]" />
      <Skeleton className="h-4 w-3/5" />
      <Skeleton className="mt-4 h-24" />
    </div>
  );
}

function HideMember({ member }: { member: ShownProfile }) {
  const { user_id, full_name, hidden_by_owner_at, can } = member;
  return (
    <div className="panel-part">
      {can.show_as_admin && <p className="note">Hidden from the directory by an admin.</p>}
      {hidden_by_owner_at && <p className="note">Hidden from the directory by its owner.</p>}
      <ProfileHiding
        user_id={user_id}
        name={full_name}
        can={{ hide_profile: can.hide_as_admin, show_profile: can.show_as_admin }}
      />
    </div>
  );
}

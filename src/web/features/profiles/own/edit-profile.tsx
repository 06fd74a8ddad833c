import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Suspense } from "react";
import { paths } from "#shared/paths.ts";
import { profileEditMessages } from "#shared/profile-fields.ts";
import type { ProfileInput, ShownProfile } from "#shared/profiles.ts";
import type { Session } from "#shared/session.ts";
import { ApiError, callApi } from "#web/lib/api.ts";
import { lazyPage, Page } from "#web/lib/lazy-page.tsx";
import { profileChangeKey } from "#web/lib/pending-mutations.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { TextLink } from "#web/ui/link.tsx";
import { LoadFailed } from "#web/ui/load-failed.tsx";
import { CardSkeletons } from "#web/ui/skeleton.tsx";
import { toast } from "#web/ui/toast.ts";
import { ViewRail } from "#web/ui/view-rail.tsx";
import { useOwnProfile } from "../own-records.ts";
import { ProfileForm, toFormValues } from "./profile-form.tsx";
import { ProfileHint } from "./profile-hint.tsx";
import { ProfileVisibility } from "./profile-visibility.tsx";

const preview = lazyPage(() => import("./profile-preview.tsx").then((file) => file.ProfilePreview));

export function EditProfile({ session }: { session: Session }) {
  const userId = session.user.id;
  const { data: profile, isPending, isError, refetch } = useOwnProfile();
  return (
    <ViewRail heading="Edit Profile">
      {isPending && <CardSkeletons label="Loading your profile" />}
      {isError && profile === undefined && <ProfileFailed onRetry={() => refetch()} />}
      {profile === null && <NoProfile />}
      {profile && <ProfileVisibility profile={profile} />}
      {profile && (
        <Suspense fallback={<div className="mb-6 h-9" />}>
          <Page page={preview} profile={profile} />
        </Suspense>
      )}
      {profile?.can.edit && <ProfileHint userId={userId} profile={profile} />}
      {profile?.can.edit && <EditForm userId={userId} profile={profile} />}
    </ViewRail>
  );
}

function EditForm({ userId, profile }: { userId: string; profile: ShownProfile }) {
  const client = useQueryClient();
  const { mutateAsync } = useMutation({
    mutationKey: profileChangeKey,
    mutationFn: (input: ProfileInput) => callApi<ShownProfile>("PUT", "/member-profiles/me", input),
    onSuccess: (saved) => void client.setQueryData(queryKeys.ownProfile, saved),
  });
  return (
    <ProfileForm
      label="Edit Profile"
      kind="profile"
      saved={toFormValues(profile)}
      draftKey={`profile-draft:${userId}`}
      submitLabel="Save changes"
      busyLabel="Saving..."
      send={mutateAsync}
      onSent={() => {
        void client.invalidateQueries({ queryKey: queryKeys.profiles });
        toast(profileEditMessages.success);
      }}
      onRefused={(error) => toast({ title: messageOf(error), variant: "destructive" })}
    />
  );
}

const messageOf = (error: unknown): string =>
  error instanceof ApiError && error.problem.status === 401
    ? profileEditMessages.signedOut
    : profileEditMessages.failed;

function NoProfile() {
  return (
    <EmptyState
      isCard
      title={profileEditMessages.notFoundTitle}
      text={profileEditMessages.notFoundText}
      action={<TextLink to={paths.submitProfile}>Submit Profile</TextLink>}
    />
  );
}

function ProfileFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <LoadFailed
      title="Your profile did not load"
      text="Something broke on the way. Trying again often helps."
      onRetry={onRetry}
    />
  );
}

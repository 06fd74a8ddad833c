import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Suspense } from "react";
import type { Session } from "#shared/account/session.ts";
import { paths } from "#shared/paths.ts";
import { profileEditMessages, profileFields } from "#shared/profiles/profile-fields.ts";
import type { ProfileInput, ShownProfile } from "#shared/profiles/profiles.ts";
import { ApiError, callApi } from "#web/lib/api.ts";
import { lazyPage, Page } from "#web/lib/lazy-page.tsx";
import { profileChangeKey } from "#web/lib/pending-mutations.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { useVersion } from "#web/lib/use-version.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { SavedMeanwhile } from "#web/ui/form/saved-meanwhile.tsx";
import { TextLink } from "#web/ui/link.tsx";
import { LoadFailed } from "#web/ui/load-failed.tsx";
import { CardSkeletons } from "#web/ui/skeleton.tsx";
import { toast } from "#web/ui/toast.ts";
import { ViewRail } from "#web/ui/view-rail.tsx";
import { useOwnProfile, useOwnSubmission } from "../own-records.ts";
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
  const draftKey = `profile-draft:${userId}`;
  const version = useVersion(profile, draftKey);
  const { theirs, expectedVersion: expected_version } = version;
  const { mutateAsync } = useMutation({
    mutationKey: profileChangeKey,
    mutationFn: (input: ProfileInput) =>
      callApi<ShownProfile>("PUT", "/member-profiles/me", { ...input, expected_version }),
    onSuccess: (saved) => void client.setQueryData(queryKeys.ownProfile, saved),
  });
  return (
    <ProfileForm
      label="Edit Profile"
      kind="profile"
      saved={toFormValues(profile)}
      draftKey={draftKey}
      version={{ noteChange: version.noteChange, settle: () => version.settle(profile) }}
      notice={(form) =>
        theirs && (
          <SavedMeanwhile
            differences={differencesOf(theirs, form.getValues())}
            onKeepMine={version.keepMine}
            onTakeTheirs={() => {
              client.setQueryData(queryKeys.ownProfile, theirs);
              form.reset(toFormValues(theirs));
              sessionStorage.removeItem(draftKey);
              version.settle(theirs);
            }}
          />
        )
      }
      submitLabel="Save changes"
      busyLabel="Saving..."
      send={mutateAsync}
      onSent={(saved) => {
        version.settle(saved as ShownProfile);
        void client.invalidateQueries({ queryKey: queryKeys.profiles });
        toast(profileEditMessages.success);
      }}
      onRefused={(error) => version.noteRefusal(error) || toast({ title: messageOf(error), variant: "destructive" })}
    />
  );
}

/** What the form has otherwise. */
function differencesOf(saved: ShownProfile, values: ProfileInput): [string, string][] {
  const before = toFormValues(saved);
  return profileFields.flatMap(({ name, label }): [string, string][] =>
    String(before[name]) === String(values[name]) ? [] : [[label, [before[name]].flat().join(", ")]],
  );
}

const messageOf = (error: unknown): string =>
  error instanceof ApiError && error.problem.status === 401
    ? profileEditMessages.signedOut
    : profileEditMessages.failed;

function NoProfile() {
  const { data: submission, isPending } = useOwnSubmission();
  if (isPending) return <CardSkeletons label="Loading your profile" />;
  if (submission?.status === "pending" || submission?.status === "rejected") {
    const { title, text } = profileEditMessages[submission.status];
    return (
      <EmptyState
        isCard
        title={title}
        text={text}
        action={<TextLink to={paths.submitProfile}>{profileEditMessages.see}</TextLink>}
      />
    );
  }
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

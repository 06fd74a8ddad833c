import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import type { Session } from "#shared/account/session.ts";
import { paths } from "#shared/paths.ts";
import { missingIn } from "#shared/profiles/own-profile-messages.ts";
import { profileEditMessages, profileFields } from "#shared/profiles/profile-fields.ts";
import type { ProfileInput, ShownProfile } from "#shared/profiles/profiles.ts";
import { ActionButton } from "#web/lib/action-button.tsx";
import { ApiError, callApi } from "#web/lib/api.ts";
import { lazyPage, Page } from "#web/lib/lazy-page.tsx";
import { profileChangeKey } from "#web/lib/pending-mutations.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { useVersion } from "#web/lib/use-version.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { SavedMeanwhile } from "#web/ui/form/saved-meanwhile.tsx";
import { TextLink } from "#web/ui/link.tsx";
import { LoadFailed } from "#web/ui/load-failed.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { CardSkeletons } from "#web/ui/skeleton.tsx";
import { toast } from "#web/ui/toast.ts";
import { ViewRail } from "#web/ui/view-rail.tsx";
import { useOwnProfile, useOwnSubmission } from "../own-records.ts";
import { ProfileForm, toFormValues } from "./profile-form.tsx";

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

function ProfileVisibility({ profile }: { profile: ShownProfile }) {
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

interface ProfileHintProps {
  userId: string;
  profile: ShownProfile;
}

/** Until all is filled in, or its reader wants to see it no more, in this browser. */
function ProfileHint({ userId, profile }: ProfileHintProps) {
  const key = `profile-hint:${userId}`;
  const [isDismissed, setDismissed] = useState(() => localStorage.getItem(key) === "off");
  const missing = missingIn(profile);
  if (isDismissed || missing.length === 0) return null;
  const dismiss = () => {
    localStorage.setItem(key, "off");
    setDismissed(true);
  };
  return (
    <Notice className="mb-6 max-w-[46rem]">
      {messages.text(missing)}{" "}
      <button type="button" className="text-link" onClick={dismiss}>
        <span>Do not show this again</span>
      </button>
    </Notice>
  );
}

const messages = {
  /** @param missing at least one. */
  text: (missing: readonly string[]) =>
    `Not filled in yet: ${missing.join(", ")}. Members find each other by expertise and location.`,
} as const;

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
      title="Your profile could not be loaded"
      text="Something broke on the way. Trying again often helps."
      onRetry={onRetry}
    />
  );
}

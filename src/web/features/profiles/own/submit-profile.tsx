import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { Session } from "#shared/account/session.ts";
import { paths } from "#shared/paths.ts";
import { submissionMessages } from "#shared/profiles/profile-submission-messages.ts";
import type { Submission } from "#shared/profiles/profile-submissions.ts";
import type { SubmissionInput } from "#shared/profiles/profiles.ts";
import { ApiError, callApi } from "#web/lib/api.ts";
import { longDate } from "#web/lib/format.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { StatusBadge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { FocusedSection } from "#web/ui/focused-section.tsx";
import { TextLink } from "#web/ui/link.tsx";
import { LoadFailed } from "#web/ui/load-failed.tsx";
import { CardSkeletons } from "#web/ui/skeleton.tsx";
import { type ToastInput, toast } from "#web/ui/toast.ts";
import { ViewRail } from "#web/ui/view-rail.tsx";
import { useOwnSubmission } from "../own-records.ts";
import { ProfileForm, type ProfileSending, toFormValues } from "./profile-form.tsx";

type Stage = "opened" | "sent" | "another" | "refused";

export function SubmitProfile({ session }: { session: Session }) {
  const [stage, setStage] = useState<Stage>("opened");
  return (
    <ViewRail heading="Submit Profile">
      <SubmitProfileStage user={session.user} stage={stage} onStage={setStage} />
    </ViewRail>
  );
}

interface StageProps {
  user: Session["user"];
  stage: Stage;
  onStage: (stage: Stage) => void;
}

function SubmitProfileStage({ user, stage, onStage }: StageProps) {
  const { data: submission, isPending, isError, refetch } = useOwnSubmission();
  const submit = useSubmitProfile({ onSent: () => onStage("sent"), onExists: () => onStage("refused") });

  if (isPending) return <CardSkeletons label="Looking for your submission" />;
  // The next one is taken once this one is decided.
  if (stage === "sent") return <SubmissionSent onAnother={submission ? undefined : () => onStage("another")} />;
  const exists = <SubmissionExists userId={user.id} submission={submission ?? null} onSent={() => onStage("sent")} />;
  if (stage === "refused")
    return <FocusedSection label={submissionMessages.alreadyExists.title}>{exists}</FocusedSection>;
  if (submission && stage === "opened") return exists;
  if (isError && stage === "opened") return <CheckFailed onRetry={() => refetch()} />;
  return (
    <ProfileForm
      label="Submit Profile"
      kind="submission"
      saved={toFormValues({ full_name: user.user_metadata.full_name ?? "" })}
      draftKey={`submission-draft:${user.id}`}
      submitLabel="Submit profile"
      busyLabel="Submitting..."
      {...submit}
    />
  );
}

interface SubmitOptions {
  /** Updates the rejected submission. */
  isRevision?: boolean;
  onSent: () => void;
  onExists?: () => void;
}

function useSubmitProfile({ isRevision = false, onSent, onExists }: SubmitOptions): ProfileSending {
  const client = useQueryClient();
  const { mutateAsync } = useMutation({
    mutationFn: (input: SubmissionInput) =>
      callApi<Submission>(isRevision ? "PUT" : "POST", "/member-profile-submissions/me", input),
  });
  return {
    send: async (input) => client.setQueryData(queryKeys.ownSubmission, await mutateAsync(input)),
    onSent: () => {
      void client.invalidateQueries({ queryKey: queryKeys.submissions });
      toast({
        title: "Profile Submitted Successfully!",
        description: "Your profile has been submitted for admin review. You'll be notified once it's approved.",
      });
      onSent();
    },
    onRefused: (error) => {
      toast({ ...messageOf(error), variant: "destructive" });
      if (!isTaken(error)) return;
      void client.invalidateQueries({ queryKey: queryKeys.submissions });
      onExists?.();
    },
  };
}

const isTaken = (error: unknown): boolean => error instanceof ApiError && error.problem.code === "23505";

function messageOf(error: unknown): ToastInput {
  if (!(error instanceof ApiError))
    return {
      title: "Unexpected Error",
      description: "An unexpected error occurred while submitting your profile. Please try again.",
    };
  if (error.problem.status === 401)
    return {
      title: "Authentication Error",
      description: "You must be logged in to submit a profile. Please log in and try again.",
    };
  if (isTaken(error)) return submissionMessages.alreadyExists;
  return {
    title: "Submission Failed",
    description: `Failed to submit profile: ${withoutEnd(error.message)}. Please try again.`,
  };
}

/** The toast's sentence adds its own full stop and retry hint. */
const withoutEnd = (reason: string): string => reason.replace(/(\. Please try again[^.]*)?\.?$/, "");

interface SubmissionExistsProps {
  userId: string;
  /** The submission is null after `submission_exists`, until it is fetched. */
  submission: Submission | null;
  onSent: () => void;
}

function SubmissionExists({ userId, submission, onSent }: SubmissionExistsProps) {
  return (
    <>
      <Card className="grid max-w-[46rem] gap-4 p-6 sm:p-8">
        <h2 className="d3">{submissionMessages.alreadyExists.title}</h2>
        <p className="muted">{submissionMessages.alreadyExists.description}</p>
        {submission && <SubmissionStatus submission={submission} />}
      </Card>
      {submission?.can.revise && <Revision userId={userId} submission={submission} onSent={onSent} />}
    </>
  );
}

function SubmissionStatus({ submission }: { submission: Submission }) {
  const { status, submitted_at, reviewed_at, admin_notes } = submission;
  return (
    <>
      <p className="small muted num flex flex-wrap items-center gap-x-3.5 gap-y-1.5">
        <StatusBadge status={status} />
        {reviewed_at ? `Reviewed ${longDate(reviewed_at)}` : `Submitted ${longDate(submitted_at)}`}
      </p>
      {status === "pending" && <p>An admin will review it. You will be told by email.</p>}
      {status === "approved" && (
        <div>
          <p>Your profile is in the directory. From now on you change it yourself.</p>
          <TextLink to={paths.editProfile}>Edit your profile</TextLink>
        </div>
      )}
      {status === "rejected" && admin_notes && (
        <div>
          <h3 className="field-label">Notes from the admin</h3>
          <p className="mt-1 whitespace-pre-line wrap-anywhere">{admin_notes}</p>
        </div>
      )}
    </>
  );
}

function Revision({
  userId,
  submission,
  onSent,
}: Omit<SubmissionExistsProps, "submission"> & { submission: Submission }) {
  const submit = useSubmitProfile({ isRevision: true, onSent });
  return (
    <div className="mt-10 grid gap-6">
      <div>
        <h2 className="d3">Revise and resubmit</h2>
        <p className="muted mt-1.5">Change what is needed and send it in again. It then waits for another review.</p>
      </div>
      <ProfileForm
        label="Revise and resubmit"
        kind="submission"
        saved={toFormValues(submission)}
        draftKey={`submission-draft:${userId}:${submission.reviewed_at}`}
        submitLabel="Resubmit profile"
        busyLabel="Submitting..."
        {...submit}
      />
    </div>
  );
}

function CheckFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <LoadFailed
      title="The form could not be loaded"
      text="We could not find out whether you have submitted a profile already."
      onRetry={onRetry}
    />
  );
}

function SubmissionSent({ onAnother }: { onAnother: (() => void) | undefined }) {
  const noteId = useId();
  return (
    <FocusedSection label={submissionMessages.cardTitle}>
      <EmptyState
        isCard
        picture="submitted"
        title={submissionMessages.cardTitle}
        text="An admin will review your profile. You will be notified once it is approved and added to the member directory."
        action={
          <div className="grid justify-items-center gap-3">
            {onAnother && (
              <Button variant="outline" aria-describedby={noteId} onClick={onAnother}>
                Submit Another Profile
              </Button>
            )}
            <p id={noteId} className="note">
              You have one profile, and it waits for review: another is not taken. Once it is approved, change it under
              Edit Profile. If it is rejected, you can revise it here.
            </p>
          </div>
        }
      />
    </FocusedSection>
  );
}

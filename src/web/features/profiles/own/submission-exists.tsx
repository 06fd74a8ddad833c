import { paths } from "#shared/paths.ts";
import { submissionMessages } from "#shared/profiles/profile-submission-messages.ts";
import type { Submission } from "#shared/profiles/profile-submissions.ts";
import { longDate } from "#web/lib/format.ts";
import { StatusBadge } from "#web/ui/badge.tsx";
import { Card } from "#web/ui/card.tsx";
import { TextLink } from "#web/ui/link.tsx";
import { ProfileForm, toFormValues } from "./profile-form.tsx";
import { useSubmitProfile } from "./use-submit-profile.ts";

interface SubmissionExistsProps {
  userId: string;
  /** Null after submission_exists, before it is fetched. */
  submission: Submission | null;
  onSent: () => void;
}

export function SubmissionExists({ userId, submission, onSent }: SubmissionExistsProps) {
  return (
    <>
      <Card className="grid max-w-[46rem] gap-4 p-6 sm:p-8">
        <h3 className="d3">{submissionMessages.alreadyExists.title}</h3>
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
          <h4 className="field-label">Notes from the admin</h4>
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
        <h3 className="d3">Revise and resubmit</h3>
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

import { useId, useState } from "react";
import type { Session } from "#shared/account/session.ts";
import { submissionMessages } from "#shared/profiles/profile-submission-messages.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { FocusedSection } from "#web/ui/focused-section.tsx";
import { LoadFailed } from "#web/ui/load-failed.tsx";
import { CardSkeletons } from "#web/ui/skeleton.tsx";
import { ViewRail } from "#web/ui/view-rail.tsx";
import { useOwnSubmission } from "../own-records.ts";
import { ProfileForm, toFormValues } from "./profile-form.tsx";
import { SubmissionExists } from "./submission-exists.tsx";
import { useSubmitProfile } from "./use-submit-profile.ts";

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

function CheckFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <LoadFailed
      title="The form did not load"
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
              {submissionMessages.oneWaits}
            </p>
          </div>
        }
      />
    </FocusedSection>
  );
}

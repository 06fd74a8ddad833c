import { useState } from "react";
import type { Submission, SubmissionReview } from "#shared/profiles/profile-submissions.ts";
import { maximumTextLength } from "#shared/text-rules.ts";
import { focusAfterDecision, useFocusOnLeaving } from "#web/lib/decisions.ts";
import { useCurrentUserId } from "#web/lib/session.ts";
import { useSessionStorage } from "#web/lib/use-session-storage.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Check } from "#web/ui/icons.generated.ts";
import { Textarea } from "#web/ui/input.tsx";
import { type Review, reviewListId, useReview } from "./use-review.ts";

const notesMinimumHeightPx = 80;

/** What keeps a decided submission at its place. */
export interface Reviewing {
  onDecide: (review: Review) => void;
  onRefused: (submission: Submission) => void;
  onDecidedBefore: (submission: Submission) => void;
}

interface ReviewActionsProps {
  submission: SubmissionReview;
  reviewing: Reviewing;
}

export function ReviewActions({ submission, reviewing }: ReviewActionsProps) {
  const currentUserId = useCurrentUserId();
  // Keyed by version.
  const [notes, setNotes] = useSessionStorage(
    `review-notes:${currentUserId}:${submission.id}:${submission.submitted_at}`,
  );
  const { mutate } = useReview({ ...reviewing, onDecided: () => setNotes("") });
  const [isAsking, setAsking] = useState(false);
  const focusOnLeaving = useFocusOnLeaving();
  const decide = (decision: "approve" | "reject", admin_notes: string | null) => {
    focusOnLeaving(focusAfterDecision(submission.id, reviewListId));
    const review = { submission, decision, admin_notes };
    reviewing.onDecide(review);
    mutate(review);
  };
  const reject = () => decide("reject", notes.trim() || null);
  return (
    <div className="review-actions">
      <Field label="Notes" isOptional optionalNote="sent if you reject">
        <Textarea
          className="field-sizing-content max-h-80"
          minimumHeightPx={notesMinimumHeightPx}
          rows={3}
          maxLength={maximumTextLength}
          value={notes}
          onChange={(event) => setNotes(event.target.value)}
        />
      </Field>
      <div className="review-buttons">
        {submission.can.approve && (
          <Button className="px-3!" onClick={() => decide("approve", submission.admin_notes)}>
            <Check />
            Approve<span className="sr-only"> {submission.full_name}</span>
          </Button>
        )}
        {submission.can.reject && (
          <Button className="px-3!" variant="danger" onClick={() => (notes.trim() === "" ? setAsking(true) : reject())}>
            Reject<span className="sr-only"> {submission.full_name}</span>
          </Button>
        )}
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={`Reject ${submission.full_name} without notes?`}
        text="They are told by email at once. Notes would say what to change."
        confirmLabel="Reject submission"
        onConfirm={reject}
      />
    </div>
  );
}

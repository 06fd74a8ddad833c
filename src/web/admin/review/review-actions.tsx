import { Check } from "lucide-react";
import { useState } from "react";
import type { Submission } from "#shared/member-profile-submissions.ts";
import { reviewMessages } from "#shared/submission-messages.ts";
import { maximumTextLength } from "#shared/text-limits.ts";
import { useKeptText } from "#web/lib/use-kept-text.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Textarea } from "#web/ui/input.tsx";
import { useReview } from "./use-review.ts";

const notesMinimumHeightPx = 80;

interface ReviewActionsProps {
  submission: Submission;
  ownId: string;
  staysInList: boolean;
}

export function ReviewActions({ submission, ownId, staysInList }: ReviewActionsProps) {
  // A revision is reviewed afresh.
  const [notes, setNotes] = useKeptText(`review-notes:${ownId}:${submission.id}:${submission.submitted_at}`);
  const onDecided = () => setNotes("");
  const { mutate, isPending, variables } = useReview({ submission, ownId, staysInList, onDecided });
  const [isAsking, setAsking] = useState(false);
  const reject = () =>
    mutate({ decision: "reject", admin_notes: notes.trim() || null }, { onSettled: () => setAsking(false) });
  const { title, text, confirm, cancel } = reviewMessages.rejectWithoutNotes;
  const deciding = isPending ? variables?.decision : null;
  return (
    <div className="review-actions">
      <Field label="Notes" isOptional optionalNote="sent if you reject">
        <Textarea
          className="field-sizing-content max-h-80"
          minimumHeightPx={notesMinimumHeightPx}
          rows={3}
          maxLength={maximumTextLength}
          disabled={isPending}
          value={notes}
          onChange={(event) => setNotes(event.target.value)}
        />
      </Field>
      <div className="review-buttons">
        <Button
          className="px-3!"
          busyLabel={deciding === "approve" && "Approving..."}
          disabled={deciding === "reject"}
          onClick={() => mutate({ decision: "approve" })}
        >
          <Check />
          Approve<span className="sr-only"> {submission.full_name}</span>
        </Button>
        <Button
          className="px-3!"
          variant="danger"
          busyLabel={deciding === "reject" && "Rejecting..."}
          disabled={deciding === "approve"}
          onClick={() => (notes.trim() === "" ? setAsking(true) : reject())}
        >
          Reject<span className="sr-only"> {submission.full_name}</span>
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={title(submission.full_name)}
        text={text}
        confirmLabel={confirm}
        cancelLabel={cancel}
        busyLabel={deciding === "reject" && "Rejecting..."}
        onConfirm={reject}
      />
    </div>
  );
}

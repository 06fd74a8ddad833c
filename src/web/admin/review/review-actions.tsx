import { Check } from "lucide-react";
import { useState } from "react";
import type { Submission } from "#shared/member-profile-submissions.ts";
import { maximumTextLength } from "#shared/text.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Textarea } from "#web/ui/input.tsx";
import { useReview } from "./use-review.ts";

const notesMinimumHeightPx = 80;

export function ReviewActions({ submission }: { submission: Submission }) {
  const [notes, setNotes] = useState("");
  const { mutate, isPending, variables } = useReview(submission);
  const deciding = isPending ? variables?.decision : null;
  return (
    <div className="review-actions">
      <Field label="Notes" isOptional optionalNote="sent if you reject">
        <Textarea
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
          Approve
        </Button>
        <Button
          className="px-3!"
          variant="danger"
          busyLabel={deciding === "reject" && "Rejecting..."}
          disabled={deciding === "approve"}
          onClick={() => mutate({ decision: "reject", admin_notes: notes.trim() || null })}
        >
          Reject
        </Button>
      </div>
    </div>
  );
}

import { useState } from "react";
import { standingMessages } from "#shared/membership-requests/membership-messages.ts";
import type { MembershipRequest } from "#shared/membership-requests/membership-requests.ts";
import { personName } from "#shared/people/person-name.ts";
import { maximumTextLength } from "#shared/text-rules.ts";
import { focusAfterDecision, useFocusOnLeaving } from "#web/lib/decisions.ts";
import { longDate } from "#web/lib/format.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Textarea } from "#web/ui/input.tsx";
import { PersonRow } from "#web/ui/person-row.tsx";
import { type Decision as Decided, requestListId } from "./use-decision.ts";

interface PendingRequestProps {
  request: MembershipRequest;
  /** The first that waits with a verified email address: its button alone is filled. */
  isNext: boolean;
  onDecide: (decision: Decided) => void;
}

export function PendingRequest({ request, isNext, onDecide }: PendingRequestProps) {
  const { full_name, email, email_verified, requested_at } = request;
  return (
    <PersonRow
      name={full_name}
      email={email}
      notes={<p className="note num">Requested {longDate(requested_at)}</p>}
      end={
        <>
          {!email_verified && <Badge tone="waiting">Email not verified</Badge>}
          {request.can.approve ? (
            <Decision request={request} isNext={isNext} onDecide={onDecide} />
          ) : (
            <p className="note">This is you. Another admin has to decide.</p>
          )}
        </>
      }
    />
  );
}

function Decision({ request, isNext, onDecide }: PendingRequestProps) {
  const [isAsking, setAsking] = useState(false);
  const focusOnLeaving = useFocusOnLeaving();
  const person = personName(request);
  const [reason, setReason] = useState("");
  const decide = (decision: Pick<Decided, "decision" | "reason">) => {
    focusOnLeaving(focusAfterDecision(request.id, requestListId));
    onDecide({ request, ...decision });
  };
  return (
    <div className="flex gap-2.5">
      <Button variant={isNext ? "secondary" : "outline"} isSmall onClick={() => decide({ decision: "approve" })}>
        Approve<span className="sr-only"> {person}</span>
      </Button>
      {request.can.reject && (
        <Button variant="danger" isSmall onClick={() => setAsking(true)}>
          Reject<span className="sr-only"> {person}</span>
        </Button>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={`Reject ${person}?`}
        text="The members area will be closed to this account, and the person is told by email. An admin can approve the person after all, under People."
        confirmLabel="Reject membership"
        onConfirm={() => decide({ decision: "reject", reason: reason.trim() })}
      >
        <Field label="Reason" isOptional hint={standingMessages.reasonHint} className="mt-4">
          <Textarea
            className="field-sizing-content max-h-80"
            minimumHeightPx={80}
            rows={3}
            maxLength={maximumTextLength}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        </Field>
      </ConfirmDialog>
    </div>
  );
}

import { submissionMessages } from "#shared/profile-submission-messages.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { FocusedSection } from "#web/ui/focused-section.tsx";

export function SubmissionSent({ onAnother }: { onAnother: () => void }) {
  return (
    <FocusedSection label={submissionMessages.cardTitle}>
      <EmptyState
        isCard
        picture="submitted"
        title={submissionMessages.cardTitle}
        text={submissionMessages.cardText}
        action={
          <Button variant="outline" onClick={onAnother}>
            {submissionMessages.another}
          </Button>
        }
      />
    </FocusedSection>
  );
}

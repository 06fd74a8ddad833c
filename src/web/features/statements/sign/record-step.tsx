import { lazy, Suspense } from "react";
import type { OwnInvestorRecord } from "#shared/investor-records/investor-records.ts";
import { signMessages as messages } from "#shared/statements/sign-statement-messages.ts";
import { Button } from "#web/ui/button.tsx";
import { RowSkeletons } from "#web/ui/list/row-skeletons.tsx";

const OwnRecordForm = lazy(() =>
  import("#web/features/investor-records/own-record-form.tsx").then((file) => ({ default: file.OwnRecordForm })),
);

interface RecordStepProps {
  own: OwnInvestorRecord;
  userId: string;
  problems: readonly { path: string; message: string }[];
  onBack: () => void;
  onComplete: () => void;
}

/** The investor record, whose draft outlives a reload; most people who sign have filled it in, so it loads by itself. */
export function RecordStep({ own, userId, problems, onBack, onComplete }: RecordStepProps) {
  const ageError = problems.find(({ path }) => path === "date_of_birth")?.message;
  return (
    <div className="sign-step">
      <div className="sign-main">
        <h1 tabIndex={-1}>Who you are</h1>
        <p className="muted">
          The statement carries your name. What you fill in here is kept, also if you leave before you sign.
        </p>
        <Suspense fallback={<RowSkeletons label={messages.loading} />}>
          <OwnRecordForm
            userId={userId}
            own={own}
            ageError={ageError}
            saveLabel="Save and continue"
            onSaved={onComplete}
          />
        </Suspense>
        <div className="sign-buttons">
          <Button variant="outline" onClick={onBack}>
            {messages.back}
          </Button>
          {own.is_complete && !ageError && (
            <Button variant="outline" onClick={onComplete}>
              {messages.next}
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}

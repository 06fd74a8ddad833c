import { lazy, Suspense } from "react";
import type { OwnInvestorRecord } from "#shared/investor-records/investor-records.ts";
import { signMessages as messages } from "#shared/statements/sign-statement-messages.ts";
import { RowSkeletons } from "#web/ui/list/row-skeletons.tsx";
import { type Place, StepFoot, StepHead } from "./step.tsx";

const OwnRecordForm = lazy(() =>
  import("#web/features/investor-records/own-record-form.tsx").then((file) => ({ default: file.OwnRecordForm })),
);

interface RecordStepProps {
  place: Place;
  own: OwnInvestorRecord;
  userId: string;
  problems: readonly { path: string; message: string }[];
}

/** The investor record, which is saved with the signature; most people who sign have filled it in, so it loads by itself. */
export function RecordStep({ place, own, userId, problems }: RecordStepProps) {
  const ageError = problems.find(({ path }) => path === "date_of_birth")?.message;
  return (
    <div className="sign-step">
      <StepHead place={place} heading="Your legal details" />
      <div className="sign-main sign-record">
        <p className="muted">As in your passport.</p>
        <Suspense fallback={<RowSkeletons label={messages.loading} />}>
          <OwnRecordForm userId={userId} own={own} ageError={ageError} onContinue={place.onNext}>
            <StepFoot place={place} />
          </OwnRecordForm>
        </Suspense>
      </div>
    </div>
  );
}

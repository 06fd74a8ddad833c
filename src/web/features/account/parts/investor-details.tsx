import type { Session } from "#shared/account/session.ts";
import { OwnRecordSection } from "#web/features/investor-records/own-record-section.tsx";
import { OwnStatements } from "#web/features/statements/own-statements.tsx";
import { AccountPart } from "#web/ui/account-section.tsx";

export function InvestorDetails({ session }: { session: Session }) {
  return (
    <AccountPart title="Investor details">
      <OwnStatements session={session} />
      <OwnRecordSection session={session} />
    </AccountPart>
  );
}

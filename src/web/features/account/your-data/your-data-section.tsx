import type { Account } from "#shared/account/account.ts";
import { accountMessages } from "#shared/account/account-messages.ts";
import type { Session } from "#shared/account/session.ts";
import { yourDataMessages } from "#shared/deletion-requests/deletion-request-messages.ts";
import { DownloadButton } from "#web/lib/download-button.tsx";
import { longDate } from "#web/lib/format.ts";
import { AccountSection } from "#web/ui/account-section.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { DeleteButton } from "../delete-button.tsx";
import { AskForDeletion } from "./ask-for-deletion.tsx";
import { SubmissionViews } from "./submission-views.tsx";

interface YourDataSectionProps {
  session: Session;
  account: Account;
}

export function YourDataSection({ session: { user }, account }: YourDataSectionProps) {
  const { deletion_request, submission_views, has_password, investor_record_kept_until } = account;
  const keptText = investor_record_kept_until && yourDataMessages.keptText(longDate(investor_record_kept_until));
  return (
    <AccountSection heading="Your data" part="your-data">
      <div className="grid gap-10">
        <div className="grid justify-items-start gap-5">
          <p className="muted max-w-(--measure)">
            Everything the club holds about you, in one archive: a page to read, and the same as JSON for programs.
          </p>
          <DownloadButton
            path="/account/export"
            isSmall={false}
            busy="Preparing..."
            failed={accountMessages.failed.title}
          >
            Download your data
          </DownloadButton>
        </div>
        <div className="grid justify-items-start gap-4">
          <h4 className="d4">Who looked at your submission</h4>
          <SubmissionViews views={submission_views} />
        </div>
        <div className="grid gap-4">
          <h4 className="d4">Delete your account</h4>
          {deletion_request ? (
            <RequestedDeletion request={deletion_request} keptText={keptText} />
          ) : (
            <AskForDeletion email={user.email} hasPassword={has_password} keptText={keptText} />
          )}
        </div>
      </div>
    </AccountSection>
  );
}

interface RequestedDeletionProps {
  request: NonNullable<Account["deletion_request"]>;
  keptText: string | null;
}

function RequestedDeletion({ request, keptText }: RequestedDeletionProps) {
  return (
    <div className="grid justify-items-start gap-5">
      <Notice tone="warning" className="max-w-[40rem]">
        You asked for it on {longDate(request.requested_at)}. Your account is deleted by {longDate(request.due_at)}.
        {keptText && ` ${keptText}`}
      </Notice>
      <DeleteButton
        path="/account/deletion-request"
        done={{ title: "Your request is withdrawn", description: "Your account stays as it is." }}
        busyLabel="Withdrawing..."
        variant="outline"
      >
        Withdraw the request
      </DeleteButton>
    </div>
  );
}

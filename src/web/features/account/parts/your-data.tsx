import { useRef, useState } from "react";
import type { Account } from "#shared/account/account.ts";
import { accountMessages } from "#shared/account/account-messages.ts";
import type { Session } from "#shared/account/session.ts";
import { deletionDays, yourDataMessages } from "#shared/deletion-requests/deletion-request-messages.ts";
import type { SubmissionView } from "#shared/deletion-requests/deletion-requests.ts";
import { adminNameFirst } from "#shared/people/person-name.ts";
import { AdviserSeats } from "#web/features/portfolio/adviser-seats.tsx";
import { ExportEverything } from "#web/features/portfolio/export-everything.tsx";
import { DownloadButton } from "#web/lib/download-button.tsx";
import { formatDateTime, longDate } from "#web/lib/format.ts";
import { toastFailure, useAccountChange } from "#web/lib/use-account.ts";
import { AccountPart, AccountRow, AccountSection, useSectionFocus } from "#web/ui/account-section.tsx";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/dialog.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { toast } from "#web/ui/toast.ts";
import { DeleteButton } from "../delete-button.tsx";
import { PasswordPrompt } from "../two-factor/password-prompt.tsx";
import { WithAccount } from "../with-account.tsx";

export function YourData({ session }: { session: Session }) {
  return (
    <AccountPart title="Your data">
      <WithAccount>{(account) => <Sections session={session} account={account} />}</WithAccount>
    </AccountPart>
  );
}

function Sections({
  session: { user, membership_status, membership_end },
  account,
}: {
  session: Session;
  account: Account;
}) {
  const { deletion_request, submission_views, has_password, investor_record_kept_until } = account;
  const keptText = investor_record_kept_until && yourDataMessages.keptText(longDate(investor_record_kept_until));
  return (
    <>
      <AccountSection heading="What the club knows and who sees it" anchor="your-data">
        <div className="account-rows">
          <AccountRow
            heading="Export"
            state="Everything the club holds about you, in one archive: a page to read, and the same as JSON for programs."
            act={
              <DownloadButton path="/account/export" busy="Preparing..." failed={accountMessages.failed.title}>
                Download your data
              </DownloadButton>
            }
          />
          {membership_end !== null && (
            <AccountRow
              heading="What you hold"
              state="Your holdings and payments, with your documents, statements of sales, what shows prices and each tax year, in one file that opens offline."
              act={<ExportEverything variant="outline" />}
            />
          )}
        </div>
      </AccountSection>
      {/* Whoever held shares goes on holding them after the end, and ends an adviser's access here. */}
      {(membership_status === "approved" || membership_status === "pending" || membership_end === "ended") && (
        <AdviserSeats />
      )}
      <AccountSection heading="Who looked at your submission">
        <SubmissionViews views={submission_views} />
      </AccountSection>
      <AccountSection heading="Close your account">
        <div className="grid gap-4">
          {deletion_request ? (
            <RequestedDeletion request={deletion_request} keptText={keptText} />
          ) : (
            <AskForDeletion email={user.email} hasPassword={has_password} keptText={keptText} />
          )}
        </div>
      </AccountSection>
    </>
  );
}

const shownAtFirst = 5;

/** Latest first. */
function SubmissionViews({ views }: { views: SubmissionView[] }) {
  const [isWhole, setWhole] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  if (views.length === 0) return <p className="muted">Nobody has looked at a submission of yours.</p>;
  const shown = isWhole ? views : views.slice(0, shownAtFirst);
  const showAll = () => {
    setWhole(true);
    // The focused button unmounts.
    list.current?.focus({ preventScroll: true });
  };
  return (
    <>
      <ul ref={list} tabIndex={-1} className="grid w-full outline-none">
        {shown.map(({ viewed_at, viewer_name }) => (
          <li
            key={`${viewed_at} ${viewer_name}`}
            className="flex flex-wrap justify-between gap-x-6 gap-y-1 border-b border-line py-3"
          >
            <span className="min-w-0 wrap-anywhere">{adminNameFirst(viewer_name)}</span>
            <span className="note num">{formatDateTime(viewed_at)}</span>
          </li>
        ))}
      </ul>
      {shown.length < views.length && (
        <Button variant="ghost" isSmall onClick={showAll}>
          Show all {views.length}
        </Button>
      )}
    </>
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

interface AskForDeletionProps {
  email: string;
  hasPassword: boolean;
  /** What is kept by law, and until when. */
  keptText: string | null;
}

function AskForDeletion({ email, hasPassword, keptText }: AskForDeletionProps) {
  const send = useAccountChange<{ password?: string }>("POST", "/account/deletion-request");
  const text = keptText
    ? `Your account is deleted within ${deletionDays} days, unless you withdraw the request before. What the law asks us to keep stays sealed.`
    : `Everything the club holds about you is deleted within ${deletionDays} days, unless you withdraw the request before.`;
  return (
    <>
      <p className="muted max-w-(--measure)">{`Account, profile and everything that belongs to them are deleted within ${deletionDays} days. Until then you can withdraw the request; afterwards nothing can be brought back. Shares you hold through a deal stay yours.`}</p>
      {keptText && <p className="max-w-(--measure)">{keptText}</p>}
      {hasPassword ? (
        <PasswordPrompt
          label={yourDataMessages.ask}
          email={email}
          submitLabel={yourDataMessages.ask}
          busyLabel={yourDataMessages.asking}
          variant="danger"
          send={send}
          onSent={() => toast(yourDataMessages.requested)}
        />
      ) : (
        <ConfirmDeletion text={text} onConfirm={() => send({}).then(() => toast(yourDataMessages.requested))} />
      )}
    </>
  );
}

/** Google-only accounts confirm here. */
function ConfirmDeletion({ text, onConfirm }: { text: string; onConfirm: () => Promise<void> }) {
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const focusSection = useSectionFocus();
  const confirm = () => {
    setBusy(true);
    return onConfirm()
      .then(() => focusSection(null), toastFailure)
      .finally(() => {
        setBusy(false);
        setAsking(false);
      });
  };
  return (
    <div>
      <Button variant="outline" onClick={() => setAsking(true)}>
        {yourDataMessages.ask}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title="Ask for deletion?"
        text={text}
        confirmLabel={yourDataMessages.ask}
        cancelLabel="Keep my account"
        busyLabel={isBusy && yourDataMessages.asking}
        onConfirm={confirm}
      />
    </div>
  );
}

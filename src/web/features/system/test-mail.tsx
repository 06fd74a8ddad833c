import type { QueuedJob, SystemState } from "#shared/system/system.ts";
import { jobStateWords, systemMessages as messages } from "#shared/system/system-messages.ts";
import { ActionButton } from "#web/lib/action-button.tsx";
import { formatDateTime } from "#web/lib/format.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { Badge } from "#web/ui/badge.tsx";
import { jobTones } from "./job-tones.ts";
import { hasNoMailServer } from "./system-query.ts";

/** With its counts and result, where the checklist is not beside it. */
export function TestMail({ state }: { state: SystemState }) {
  const hasNoServer = hasNoMailServer(state);
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
      <p>{messages.mailCounts(state.mails, hasNoServer)}</p>
      <SendTestMail />
      <TestMailState mail={state.test_mail} hasNoServer={hasNoServer} />
    </div>
  );
}

export const SendTestMail = () => (
  <ActionButton
    path="/system/test-mail"
    variant="outline"
    label="Send a test email"
    busy={messages.queueing}
    failed="Failed to send a test email"
    invalidates={[queryKeys.system]}
  />
);

interface TestMailStateProps {
  mail: QueuedJob | null;
  /** Emails are written to files. */
  hasNoServer: boolean;
}

export function TestMailState({ mail, hasNoServer }: TestMailStateProps) {
  const sent = hasNoServer ? "Written to a file" : "Sent";
  return (
    <span role="status" className="note">
      {mail && (
        <>
          Test email of {formatDateTime(mail.created_at)}:{" "}
          <Badge tone={jobTones[mail.state]} isPlain>
            {mail.state === "done" ? sent : jobStateWords[mail.state]}
          </Badge>{" "}
          {mail.reason}
        </>
      )}
    </span>
  );
}

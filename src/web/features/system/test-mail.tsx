import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { SystemState } from "#shared/system.ts";
import { jobStateWords, systemMessages as messages } from "#shared/system-messages.ts";
import { callApi } from "#web/lib/api.ts";
import { formatDateTime } from "#web/lib/format.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { toastFailure } from "#web/ui/toast.ts";
import { jobTones } from "./job-tones.ts";

export function TestMail({ state: { mails, test_mail, checks } }: { state: SystemState }) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => callApi("POST", "/system/test-mail"),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.system }),
    onError: (error) => toastFailure(messages.testMailFailed, error),
  });
  const hasNoServer = checks.some(({ key, value }) => key === "mail" && value === "missing");
  const sent = hasNoServer ? messages.writtenToFile : messages.sent;
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
      <p>{messages.mailCounts(mails, hasNoServer)}</p>
      <Button variant="outline" isSmall busyLabel={isPending && messages.queueing} onClick={() => mutate()}>
        {messages.sendTestMail}
      </Button>
      <p role="status" className="note">
        {test_mail && (
          <>
            {messages.testMail(formatDateTime(test_mail.created_at))}{" "}
            <Badge tone={jobTones[test_mail.state]} isPlain>
              {test_mail.state === "done" ? sent : jobStateWords[test_mail.state]}
            </Badge>{" "}
            {test_mail.reason}
          </>
        )}
      </p>
    </div>
  );
}

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { MailConsents } from "#shared/deal-mailings.ts";
import { mailKinds, dealMailsMessages as messages } from "#shared/deal-mails-messages.ts";
import { AccountSection } from "#web/features/account/account-section.tsx";
import { toastFailure } from "#web/features/account/use-account.ts";
import { callApi } from "#web/lib/api.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Skeleton, Skeletons } from "#web/ui/skeleton.tsx";
import { toast } from "#web/ui/toast.ts";

export function DealMailsSection() {
  const client = useQueryClient();
  const {
    data: consents,
    isPending,
    refetch,
  } = useQuery({
    queryKey: queryKeys.mailConsents,
    queryFn: ({ signal }) => callApi<MailConsents>("GET", "/mail-consents/me", undefined, signal),
  });
  const change = useMutation({
    mutationFn: (chosen: MailConsents) => callApi<MailConsents>("PUT", "/mail-consents/me", chosen),
    onSuccess: (saved) => {
      client.setQueryData(queryKeys.mailConsents, saved);
      toast({ title: messages.saved });
    },
    onError: toastFailure,
  });
  const shown = change.isPending ? change.variables : consents;
  return (
    <AccountSection heading={messages.heading}>
      {consents && shown && (
        <div className="grid gap-3">
          {mailKinds.map((kind) => (
            <Checkbox
              key={kind}
              label={messages[`deal_${kind}`]}
              checked={shown[`deal_${kind}`]}
              onChange={(event) =>
                change.isPending || change.mutate({ ...consents, [`deal_${kind}`]: event.target.checked })
              }
            />
          ))}
          <p className="muted max-w-(--measure)">{messages.note}</p>
        </div>
      )}
      {isPending && (
        <Skeletons label={messages.loading} className="grid max-w-[28rem] gap-3">
          <Skeleton className="h-4" />
          <Skeleton className="h-4 w-3/5" />
        </Skeletons>
      )}
      {!isPending && !consents && (
        <div className="grid justify-items-start gap-4" role="alert">
          <p>{messages.failed}</p>
          <Button variant="outline" isSmall onClick={() => refetch()}>
            {messages.retry}
          </Button>
        </div>
      )}
    </AccountSection>
  );
}

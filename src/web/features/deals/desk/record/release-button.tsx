import { useMutation } from "@tanstack/react-query";
import { dealRecordMessages as messages } from "#shared/deals/deal-desk-messages.ts";
import type { DealRecord } from "#shared/deals/deals.ts";
import { callApi } from "#web/lib/api.ts";
import { ConfirmButton } from "#web/ui/confirm-button.tsx";
import { toast, toastFailure } from "#web/ui/toast.ts";
import { useDealChanged } from "../deal-queries.ts";

export function ReleaseButton({ deal: { id, company_name } }: { deal: DealRecord }) {
  const changed = useDealChanged();
  const { mutate, isPending } = useMutation({
    mutationFn: () => callApi<DealRecord>("POST", `/deals/${id}/release`),
    onSuccess: () => toast({ title: messages.released, description: company_name }),
    onError: (error) => toastFailure(messages.releaseFailed, error),
    onSettled: (record) => changed(record),
  });
  return (
    <ConfirmButton
      label={messages.release}
      labelEnd={company_name}
      title={messages.releaseTitle(company_name)}
      text={messages.releaseText}
      cancelLabel={messages.releaseCancel}
      busyLabel={isPending && messages.releasing}
      variant="secondary"
      onConfirm={(close) => mutate(undefined, { onSettled: close })}
    />
  );
}

import { useMutation } from "@tanstack/react-query";
import type { DealRecord } from "#shared/deals/deals.ts";
import { callApi } from "#web/lib/api.ts";
import { ConfirmButton } from "#web/ui/confirm-button.tsx";
import { toast, toastFailure } from "#web/ui/toast.ts";
import { useDealChanged } from "../deal-queries.ts";

export function ReleaseButton({ deal: { id, company_name } }: { deal: DealRecord }) {
  const changed = useDealChanged();
  const { mutate, isPending } = useMutation({
    mutationFn: () => callApi<DealRecord>("POST", `/deals/${id}/release`),
    onSuccess: () => toast({ title: "Released to members", description: company_name }),
    onError: (error) => toastFailure("Not released", error),
    onSettled: (record) => changed(record),
  });
  return (
    <ConfirmButton
      label="Release to members"
      labelEnd={company_name}
      title={`Release ${company_name} to members?`}
      text="Every member whose statement is current sees the approved version from now on. Those who agreed to emails about deals get one; Emails says how many. It cannot be unseen: a deal that was released can only be closed or cancelled."
      cancelLabel="Not yet"
      busyLabel={isPending && "Releasing..."}
      variant="secondary"
      onConfirm={(close) => mutate(undefined, { onSettled: close })}
    />
  );
}

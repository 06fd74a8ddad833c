import { useMutation } from "@tanstack/react-query";
import { lossClaimMessages as messages } from "#shared/portfolio/portfolio-claim-messages.ts";
import { downloadFile } from "#web/lib/use-download.ts";
import { RowAction } from "#web/ui/row-action.tsx";
import { toastFailure } from "#web/ui/toast.ts";

/** Saves the document that shows a price or a split. */
export function OpenEvidence({ path, labelEnd }: { path: string; labelEnd: string }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => downloadFile("GET", path),
    onError: (error) => toastFailure(messages.openFailed, error),
  });
  return (
    <RowAction labelEnd={labelEnd} aria-disabled={isPending} onClick={() => isPending || mutate()}>
      {messages.open}
    </RowAction>
  );
}

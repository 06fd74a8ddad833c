import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ownStatementMessages as messages } from "#shared/statements/sign-statement-messages.ts";
import type { OwnStatements } from "#shared/statements/signed-statements.ts";
import { callApi } from "#web/lib/api.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { ConfirmDialog } from "#web/ui/dialog.tsx";
import { RowAction } from "#web/ui/row-action.tsx";
import { toast, toastFailure } from "#web/ui/toast.ts";

/** Withdraws what is live or in review. */
export function WithdrawButton({ labelEnd }: { labelEnd: string }) {
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const { mutate, isPending } = useMutation({
    mutationFn: () => callApi<OwnStatements>("POST", "/statements/me/withdraw"),
    onSuccess: (own) => {
      setAsking(false);
      client.setQueryData(queryKeys.ownStatements, own);
      client.removeQueries({ queryKey: queryKeys.openDeals });
      toast(messages.wasWithdrawn);
    },
    onError: (error) => toastFailure(messages.withdrawFailed, error),
  });
  return (
    <>
      <RowAction isRemoval labelEnd={labelEnd} onClick={() => setAsking(true)}>
        {messages.withdraw}
      </RowAction>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={messages.withdrawTitle}
        text={messages.withdrawText}
        confirmLabel={messages.withdraw}
        cancelLabel={messages.keep}
        busyLabel={isPending && messages.withdrawing}
        onConfirm={() => mutate()}
      />
    </>
  );
}

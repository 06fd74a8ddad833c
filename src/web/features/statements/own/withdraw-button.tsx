import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ownStatementMessages as messages } from "#shared/statements/sign-statement-messages.ts";
import type { OwnStatements } from "#shared/statements/signed-statements.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { useAction } from "#web/lib/use-action.ts";
import { ConfirmDialog } from "#web/ui/dialog.tsx";
import { RowAction } from "#web/ui/row-action.tsx";

/** Withdraws what is live or in review. */
export function WithdrawButton({ labelEnd }: { labelEnd: string }) {
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const { act, isPending } = useAction<OwnStatements>("/statements/me/withdraw", {
    answerKey: queryKeys.ownStatements,
    done: messages.wasWithdrawn,
    onDone: () => {
      setAsking(false);
      client.removeQueries({ queryKey: queryKeys.openDeals });
    },
    failed: messages.withdrawFailed,
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
        onConfirm={() => act()}
      />
    </>
  );
}

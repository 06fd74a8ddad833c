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
    done: { title: "Statement withdrawn", description: "Deals are hidden from now on." },
    onDone: () => {
      setAsking(false);
      client.removeQueries({ queryKey: queryKeys.openDeals });
    },
    failed: "The statement was not withdrawn",
  });
  return (
    <>
      <RowAction isRemoval labelEnd={labelEnd} onClick={() => setAsking(true)}>
        {messages.withdraw}
      </RowAction>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title="Withdraw your statement?"
        text="It ends at once: deals, their documents and their mails are closed to you until you sign again. What you own stays as it is, and what you signed stays here."
        confirmLabel={messages.withdraw}
        cancelLabel="Keep it"
        busyLabel={isPending && "Withdrawing"}
        onConfirm={() => act()}
      />
    </>
  );
}

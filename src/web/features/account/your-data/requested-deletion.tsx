import type { Account } from "#shared/account.ts";
import { yourDataMessages } from "#shared/your-data.ts";
import { longDate } from "#web/lib/dates.ts";
import { Notice } from "#web/ui/notice.tsx";
import { DeleteButton } from "../delete-button.tsx";

export function RequestedDeletion({ request }: { request: NonNullable<Account["deletion_request"]> }) {
  return (
    <div className="grid justify-items-start gap-5">
      <Notice tone="warning" className="max-w-[40rem]">
        You asked for it on {longDate(request.requested_at)}. Your account is deleted by {longDate(request.due_at)}.
      </Notice>
      <DeleteButton
        path="/account/deletion-request"
        done={yourDataMessages.withdrawn}
        busyLabel={yourDataMessages.withdrawing}
        variant="outline"
      >
        {yourDataMessages.withdraw}
      </DeleteButton>
    </div>
  );
}

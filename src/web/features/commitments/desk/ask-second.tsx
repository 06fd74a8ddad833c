import { useMutation } from "@tanstack/react-query";
import { allocationPartMessages as messages } from "#shared/commitments/commitments-desk-messages.ts";
import type { ConfirmationInput } from "#shared/notices/notices.ts";
import { callApi } from "#web/lib/api.ts";
import { Button } from "#web/ui/button.tsx";
import { toast, toastFailure } from "#web/ui/toast.ts";

/** Tells the other admins that something waits for one of them; once a day. */
export function AskSecond(record: ConfirmationInput) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => callApi<{ told: number }>("POST", "/confirmation-requests", record),
    onSuccess: ({ told }) =>
      toast(
        told > 0
          ? { title: messages.askedTitle(told), description: messages.askedText }
          : { title: messages.askedBefore, description: messages.askedNobody },
      ),
    onError: (error) => toastFailure(messages.askFailed, error),
  });
  return (
    <Button variant="outline" isSmall busyLabel={isPending && messages.asking} onClick={() => mutate()}>
      {messages.askSecond}
    </Button>
  );
}

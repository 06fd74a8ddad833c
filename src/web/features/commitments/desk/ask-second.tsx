import { useMutation } from "@tanstack/react-query";
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
          ? {
              title: told === 1 ? "The other admin is told" : `${told} other admins are told`,
              description: "By notice and by mail. Who worked it out or changed it cannot confirm it.",
            }
          : {
              title: "They were told today",
              description: "There is no other admin, or they were told today. Tomorrow you can ask again.",
            },
      ),
    onError: (error) => toastFailure("Nobody was asked", error),
  });
  return (
    <Button variant="outline" isSmall busyLabel={isPending && "Asking..."} onClick={() => mutate()}>
      Ask a second admin to confirm
    </Button>
  );
}

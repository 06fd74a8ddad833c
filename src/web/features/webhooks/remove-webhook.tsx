import { useMutation, useQueryClient } from "@tanstack/react-query";
import { webhookMessages as messages } from "#shared/webhook-messages.ts";
import type { Webhook } from "#shared/webhooks.ts";
import { callApi } from "#web/lib/api.ts";
import { ConfirmButton } from "#web/ui/confirm-button.tsx";
import { toast, toastFailure } from "#web/ui/toast.ts";
import { webhooksKey } from "./webhooks-key.ts";

export function RemoveWebhook({ webhook: { id, name } }: { webhook: Webhook }) {
  const client = useQueryClient();
  const { mutateAsync, isPending } = useMutation({
    mutationFn: () => callApi("DELETE", `/webhooks/${id}`),
    onSuccess: () => toast(messages.removed),
    onError: (error) => toastFailure(messages.removeFailed, error),
    onSettled: () => client.invalidateQueries({ queryKey: webhooksKey }),
  });
  return (
    <ConfirmButton
      label={messages.remove}
      labelEnd={name}
      title={messages.removeTitle(name)}
      text={messages.removeText}
      cancelLabel={messages.keep}
      busyLabel={isPending && messages.removing}
      variant="danger"
      onConfirm={(close) => void mutateAsync().then(close, close)}
    />
  );
}

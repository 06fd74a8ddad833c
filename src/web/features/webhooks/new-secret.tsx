import { useMutation } from "@tanstack/react-query";
import { webhookMessages as messages } from "#shared/webhook-messages.ts";
import type { Webhook } from "#shared/webhooks.ts";
import { callApi } from "#web/lib/api.ts";
import { ConfirmButton } from "#web/ui/confirm-button.tsx";
import { toastFailure } from "#web/ui/toast.ts";

interface NewSecretProps {
  webhook: Webhook;
  onMade: (secret: string) => void;
}

export function NewSecret({ webhook: { id, name }, onMade }: NewSecretProps) {
  const { mutateAsync, isPending } = useMutation({
    mutationFn: () => callApi<{ secret: string }>("POST", `/webhooks/${id}/rotate-secret`),
    onSuccess: ({ secret }) => onMade(secret),
    onError: (error) => toastFailure(messages.rotateFailed, error),
  });
  return (
    <ConfirmButton
      label={messages.rotate}
      labelEnd={name}
      title={messages.rotateTitle(name)}
      text={messages.rotateText}
      cancelLabel={messages.cancel}
      busyLabel={isPending && messages.rotating}
      variant="secondary"
      onConfirm={(close) => void mutateAsync().then(close, close)}
    />
  );
}

import { useMutation } from "@tanstack/react-query";
import { contentMessages as messages } from "#shared/content/content-messages.ts";
import { callApi } from "#web/lib/api.ts";
import { ConfirmButton } from "#web/ui/confirm-button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { toast, toastFailure } from "#web/ui/toast.ts";
import { useContentChanged } from "./use-content.ts";

export function RemoveExamples() {
  const changed = useContentChanged();
  const { mutate, isPending } = useMutation({
    mutationFn: () => callApi<{ removed: number }>("DELETE", "/content/examples"),
    onSuccess: ({ removed }) => {
      toast({ title: messages.examplesRemoved(removed) });
      return changed();
    },
    onError: (error) => toastFailure(messages.examplesFailed, error),
  });
  return (
    <Notice>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <p className="flex-[1_1_24rem]">
          <b className="font-semibold">{messages.examplesTitle}</b> {messages.examplesText}
        </p>
        <ConfirmButton
          label={messages.removeExamples}
          labelEnd=""
          title={messages.removeExamplesTitle}
          text={messages.removeExamplesText}
          cancelLabel="Keep them"
          busyLabel={isPending && "Removing..."}
          variant="danger"
          onConfirm={(close) => mutate(undefined, { onSettled: close })}
        />
      </div>
    </Notice>
  );
}

import type { ContentItem } from "#shared/content/content.ts";
import { contentMessages as messages } from "#shared/content/content-messages.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmButton } from "#web/ui/confirm-button.tsx";
import { toast, toastFailure } from "#web/ui/toast.ts";
import { useContentChange } from "./use-content.ts";

interface ItemActionsProps {
  item: ContentItem;
  onDeleted: () => void;
}

export function ItemActions({ item, onDeleted }: ItemActionsProps) {
  const { id, title, can } = item;
  const unschedule = useContentChange({
    request: () => ({ method: "POST", path: `/content/${id}/unschedule` }),
    onDone: () => toast({ title: "Publication Cancelled" }),
    onFailed: (error) => toastFailure(messages.changeFailed, error),
  });
  const unpublish = useContentChange({
    request: () => ({ method: "POST", path: `/content/${id}/unpublish` }),
    onDone: () => toast({ title: "Unpublished" }),
    onFailed: (error) => toastFailure(messages.changeFailed, error),
  });
  const remove = useContentChange({
    request: () => ({ method: "DELETE", path: `/content/${id}` }),
    onDone: () => {
      toast({ title: "Content Deleted" });
      onDeleted();
    },
    onFailed: (error) => toastFailure(messages.changeFailed, error),
  });
  return (
    <div className="flex flex-wrap gap-2 border-line border-t pt-5">
      {can.unschedule && (
        <Button
          variant="outline"
          isSmall
          busyLabel={unschedule.isPending && messages.saving}
          onClick={() => unschedule.mutate()}
        >
          Cancel the publication
        </Button>
      )}
      {can.unpublish && (
        <ConfirmButton
          label="Unpublish"
          labelEnd={title}
          title="Take it off the site?"
          text="Visitors and members no longer find it. The draft and all versions stay."
          busyLabel={unpublish.isPending && messages.saving}
          variant="secondary"
          onConfirm={(close) => unpublish.mutate(undefined, { onSettled: close })}
        />
      )}
      {can.delete && (
        <ConfirmButton
          label="Delete"
          labelEnd={title}
          title="Delete it for good?"
          text="It goes with all its versions and files. The audit keeps its title."
          busyLabel={remove.isPending && "Deleting..."}
          variant="danger"
          onConfirm={(close) => remove.mutate(undefined, { onSettled: close })}
        />
      )}
    </div>
  );
}

import { useMutation } from "@tanstack/react-query";
import type { ListedContent } from "#shared/content/content.ts";
import { contentMessages as messages } from "#shared/content/content-messages.ts";
import { callApi } from "#web/lib/api.ts";
import { Button } from "#web/ui/button.tsx";
import { toastFailure } from "#web/ui/toast.ts";
import { ShownTitle } from "./shown-title.tsx";
import { useContentChanged } from "./use-content.ts";

interface OrderButtonsProps {
  /** All of the kind, in their order. */
  items: ListedContent[];
  item: ListedContent;
}

export function OrderButtons({ items, item }: OrderButtonsProps) {
  const changed = useContentChanged();
  const place = items.findIndex(({ id }) => id === item.id);
  const { mutate, isPending } = useMutation({
    mutationFn: (to: number) => {
      const ids = items.map(({ id }) => id).filter((id) => id !== item.id);
      ids.splice(to, 0, item.id);
      return callApi("POST", "/content/order", { kind: item.kind, ids });
    },
    onSuccess: () => changed(),
    onError: (error) => toastFailure(messages.orderFailed, error),
  });
  const move = (label: string, to: number) => (
    <Button
      variant="ghost"
      isSmall
      aria-disabled={to < 0 || to >= items.length || undefined}
      busyLabel={isPending && label}
      onClick={() => to >= 0 && to < items.length && mutate(to)}
    >
      {label}
      <span className="sr-only">
        {" "}
        <ShownTitle title={item.title} />
      </span>
    </Button>
  );
  return (
    <>
      {move(messages.up, place - 1)}
      {move(messages.down, place + 1)}
    </>
  );
}

import type { ListedContent } from "#shared/content/content.ts";
import { useAction } from "#web/lib/use-action.ts";
import { Button } from "#web/ui/button.tsx";
import { ShownTitle } from "./shown-title.tsx";
import { contentLists } from "./use-content.ts";

interface OrderButtonsProps {
  /** All of the kind, in their order. */
  items: ListedContent[];
  item: ListedContent;
}

export function OrderButtons({ items, item }: OrderButtonsProps) {
  const place = items.findIndex(({ id }) => id === item.id);
  const { act, isPending } = useAction<unknown, { kind: string; ids: string[] }>("/content/order", {
    failed: "Failed to change the order.",
    invalidates: contentLists,
  });
  const moveTo = (to: number) => {
    const ids = items.map(({ id }) => id).filter((id) => id !== item.id);
    act({ kind: item.kind, ids: ids.toSpliced(to, 0, item.id) });
  };
  const move = (label: string, to: number) => (
    <Button
      variant="ghost"
      isSmall
      aria-disabled={to < 0 || to >= items.length || undefined}
      busyLabel={isPending && label}
      onClick={() => to >= 0 && to < items.length && moveTo(to)}
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
      {move("Up", place - 1)}
      {move("Down", place + 1)}
    </>
  );
}

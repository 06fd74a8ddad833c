import { useEffect, useRef, useState } from "react";
import { ApiError } from "./api.ts";

/** Another admin was faster, or the item is gone. */
export const isAlreadyDecidedError = (error: Error): boolean =>
  error instanceof ApiError && (error.problem.code === "already_reviewed" || error.problem.status === 404);

/**
 * Where the focus goes after a decision: to the item, which stays at its place, else to the list.
 * Call before the list changes. @returns moves the focus, for afterwards.
 */
export function focusAfterDecision(itemId: string, listId: string): () => void {
  const item = document.getElementById(itemId);
  return () => {
    const place = item?.isConnected ? item : document.getElementById(listId);
    place?.focus({ preventScroll: true });
  };
}

/** @returns sets what moves the focus when the component unmounts. */
export function useFocusOnLeaving(): (move: () => void) => void {
  const next = useRef<() => void>(undefined);
  useEffect(() => () => next.current?.(), []);
  return (move) => {
    next.current = move;
  };
}

/** Stays at its place until the list is opened again: the next row would come under a second press. */
export interface KeptDecision<Item> {
  item: Item;
  /** The status is null when another admin was faster. */
  status: "approved" | "rejected" | null;
  /** Of its row, in pixels. */
  height: number;
  isRefused?: boolean;
}

/** @param underWay ids of what the server has not answered yet. Rows have their item's id. */
export function useKeptDecisions<Item extends { id: string }>(underWay: readonly string[]) {
  const [all, setAll] = useState<readonly KeptDecision<Item>[]>([]);
  const change = (id: string, changed: Partial<KeptDecision<Item>>) =>
    setAll((before) => before.map((one) => (one.item.id === id ? { ...one, ...changed } : one)));
  return {
    // A refused decision goes as soon as nothing else shows it as decided.
    kept: all.filter(({ item, isRefused }) => !isRefused || underWay.includes(item.id)),
    keep: (item: Item, status: "approved" | "rejected") => {
      const height = document.getElementById(item.id)?.getBoundingClientRect().height ?? 0;
      setAll((before) => [...before.filter((one) => one.item.id !== item.id), { item, status, height }]);
    },
    refuse: ({ id }: { id: string }) => change(id, { isRefused: true }),
    /** By another admin, or the item is gone. */
    markDecidedBefore: ({ id }: { id: string }) => change(id, { status: null }),
    forgetAll: () => setAll([]),
  };
}

/** Newest first, as the server lists them. */
export function withKept<Item extends { id: string }>(
  items: readonly Item[],
  kept: readonly KeptDecision<Item>[],
  momentOf: (item: Item) => string,
): Item[] {
  const gone = kept.filter(({ item }) => !items.some(({ id }) => id === item.id));
  return [...items, ...gone.map(({ item }) => item)].sort(
    (one, other) => momentOf(other).localeCompare(momentOf(one)) || other.id.localeCompare(one.id),
  );
}

import { useEffect, useRef } from "react";
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

import { useEffect, useRef } from "react";
import { ApiError } from "./api.ts";

/** Another admin was faster, or the item is gone. */
export const isAlreadyDecidedError = (error: Error): boolean =>
  error instanceof ApiError && (error.problem.code === "already_reviewed" || error.problem.status === 404);

/**
 * Where the focus goes after a decision: to the item while it stays in the list, else to the next one, else to the list.
 * Call before the list changes. @returns moves the focus, for afterwards.
 */
export function focusAfterDecision(itemId: string, listId: string, staysInList: boolean): () => void {
  const item = document.getElementById(itemId);
  const next = staysInList ? item : item?.nextElementSibling;
  return () => {
    const place = next instanceof HTMLElement && next.isConnected ? next : document.getElementById(listId);
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

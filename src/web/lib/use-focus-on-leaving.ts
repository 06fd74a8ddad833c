import { useEffect, useRef } from "react";

/** @returns takes the move of the focus that follows when the component goes, as when a decision takes it away at once. */
export function useFocusOnLeaving(): (move: () => void) => void {
  const next = useRef<() => void>(undefined);
  useEffect(() => () => next.current?.(), []);
  return (move) => {
    next.current = move;
  };
}

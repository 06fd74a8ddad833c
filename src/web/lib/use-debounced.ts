import { useEffect, useState } from "react";

/** @param first until the first value has settled. */
export function useDebounced<Value>(value: Value, restMs: number, first = value): Value {
  const [settled, setSettled] = useState(first);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), restMs);
    return () => clearTimeout(timer);
  }, [value, restMs]);
  return settled;
}

import { startTransition, useEffect, useState } from "react";

/** How many parts to render by now: one more with each pass, so that none holds up those before it. */
export function useOneByOne(count: number): number {
  const [shown, setShown] = useState(0);
  useEffect(() => {
    if (shown < count) startTransition(() => setShown(shown + 1));
  }, [shown, count]);
  return shown;
}

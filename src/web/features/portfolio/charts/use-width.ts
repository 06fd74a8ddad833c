import { type RefObject, useLayoutEffect, useRef, useState } from "react";

/** The element's width in whole pixels; 0 before it is known. */
export function useWidth<Of extends Element>(): [RefObject<Of | null>, number] {
  const element = useRef<Of>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const observed = element.current;
    if (!observed) return;
    const measure = () => setWidth(Math.floor(observed.clientWidth));
    measure();
    const sizes = new ResizeObserver(measure);
    sizes.observe(observed);
    return () => sizes.disconnect();
  }, []);
  return [element, width];
}

/** Below it a chart is drawn for phones. */
export const narrowBelow = 640;

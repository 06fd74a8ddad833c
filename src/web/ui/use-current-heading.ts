import { useEffect, useState } from "react";

const readingLinePercent = 30;

/** The last heading above the reading line. @param ids in page order, a stable array. */
export function useCurrentHeading(ids: readonly string[]): string | undefined {
  const [current, setCurrent] = useState<string>();
  useEffect(() => {
    const begun = new Set<string>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) begun.add(target.id);
          else begun.delete(target.id);
        }
        setCurrent(ids.findLast((id) => begun.has(id)));
      },
      // No upper end: a jump can carry a heading past the screen.
      { rootMargin: `1000000px 0px -${100 - readingLinePercent}% 0px` },
    );
    for (const id of ids) {
      const heading = document.getElementById(id);
      if (heading) observer.observe(heading);
    }
    return () => observer.disconnect();
  }, [ids]);
  return current;
}

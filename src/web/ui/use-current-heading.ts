import { useEffect, useState } from "react";

/** A heading above this line has begun its section: so far up that the first lines below it are being read. */
const readingLinePercent = 30;

/**
 * The id of the section that is being read: that of the last heading above the reading line.
 * @param ids of the headings, in their order on the page; the same array as long as they are the same.
 */
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
      // Without an upper end, since a jump can carry a heading past the whole screen unseen.
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

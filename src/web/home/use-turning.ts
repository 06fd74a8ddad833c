import useEmblaCarousel from "embla-carousel-react";
import { useEffect, useState } from "react";
import { prefersReducedMotion } from "#web/lib/arrival.ts";

const secondsPerCard = 7;

/** A loop that turns by itself until somebody takes an interest: a pointer over it, the focus in it, a touch. */
export function useTurning() {
  const [viewport, embla] = useEmblaCarousel({ loop: true });
  const [current, setCurrent] = useState(0);
  const [isHeld, setHeld] = useState(false);
  const [isTaken, setTaken] = useState(false);

  useEffect(() => {
    if (!embla) return;
    const show = () => setCurrent(embla.selectedScrollSnap());
    const take = () => setTaken(true);
    embla.on("select", show).on("pointerDown", take);
    return () => {
      embla.off("select", show).off("pointerDown", take);
    };
  }, [embla]);

  useEffect(() => {
    if (!embla || isHeld || isTaken || prefersReducedMotion()) return;
    const timer = setInterval(() => document.hidden || embla.scrollNext(), secondsPerCard * 1000);
    return () => clearInterval(timer);
  }, [embla, isHeld, isTaken]);

  const turn = (direction: "previous" | "next") => {
    setTaken(true);
    if (direction === "next") embla?.scrollNext(prefersReducedMotion());
    else embla?.scrollPrev(prefersReducedMotion());
  };
  const hold = {
    onMouseEnter: () => setHeld(true),
    onMouseLeave: () => setHeld(false),
    onFocus: () => setTaken(true),
  };
  return { viewport, current, isTaken, turn, hold };
}

import type { EmblaCarouselType } from "embla-carousel";
import { type RefObject, useEffect, useRef, useState } from "react";
import { prefersReducedMotion } from "#web/lib/arrival.ts";

type Direction = "previous" | "next";

const secondsPerCard = 7;

/**
 * A loop that turns by itself until somebody takes an interest: a pointer over it, the focus in it, a touch. What turns
 * it is loaded once the cards come near; a press that is faster than that waits for it.
 */
export function useTurning(viewport: RefObject<HTMLElement | null>, isNear: boolean) {
  const [embla, setEmbla] = useState<EmblaCarouselType>();
  const [current, setCurrent] = useState(0);
  const [isHeld, setHeld] = useState(false);
  const [isTaken, setTaken] = useState(false);
  const waiting = useRef<Direction[]>([]);

  useEffect(() => {
    if (!isNear || !viewport.current) return;
    return startIn(viewport.current, setEmbla);
  }, [isNear, viewport]);

  useEffect(() => {
    if (!embla) return;
    embla.on("select", () => setCurrent(embla.selectedScrollSnap())).on("pointerDown", () => setTaken(true));
    for (const direction of waiting.current.splice(0)) go(embla, direction);
  }, [embla]);

  useEffect(() => {
    if (!embla || isHeld || isTaken || prefersReducedMotion()) return;
    const timer = setInterval(() => document.hidden || embla.scrollNext(), secondsPerCard * 1000);
    return () => clearInterval(timer);
  }, [embla, isHeld, isTaken]);

  const turn = (direction: Direction) => {
    setTaken(true);
    if (embla) go(embla, direction);
    else waiting.current.push(direction);
  };
  const hold = {
    onMouseEnter: () => setHeld(true),
    onMouseLeave: () => setHeld(false),
    onFocus: () => setTaken(true),
  };
  return { current, isTaken, turn, hold };
}

/** @returns the function that ends it. Cards whose turning cannot be loaded stand still. */
function startIn(viewport: HTMLElement, onStart: (embla: EmblaCarouselType) => void): () => void {
  let embla: EmblaCarouselType | undefined;
  let isOver = false;
  void import("embla-carousel").then(
    ({ default: EmblaCarousel }) => {
      if (isOver) return;
      embla = EmblaCarousel(viewport, { loop: true });
      onStart(embla);
    },
    () => {},
  );
  return () => {
    isOver = true;
    embla?.destroy();
  };
}

function go(embla: EmblaCarouselType, direction: Direction): void {
  if (direction === "next") embla.scrollNext(prefersReducedMotion());
  else embla.scrollPrev(prefersReducedMotion());
}

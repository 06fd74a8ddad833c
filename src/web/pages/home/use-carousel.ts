import type { EmblaCarouselType } from "embla-carousel";
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";
import { prefersReducedMotion } from "#web/ui/page-focus.ts";

type Direction = "previous" | "next";
const arrows: Record<string, Direction> = { ArrowLeft: "previous", ArrowRight: "next" };

const secondsPerCard = 7;

/**
 * A loop that turns by itself, pauses under a pointer or the focus, and stops when somebody turns or stops it; started
 * again, it does not pause. Embla is loaded once the cards come near, and presses before that are queued.
 */
export function useCarousel(viewport: RefObject<HTMLElement | null>, isNear: boolean) {
  const [embla, setEmbla] = useState<EmblaCarouselType>();
  const [current, setCurrent] = useState(0);
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const [mode, setMode] = useState<"by itself" | "started" | "stopped">("by itself");
  const isTurning = mode === "started" || (mode === "by itself" && !isHovered && !isFocused);
  const waiting = useRef<Direction[]>([]);

  useEffect(() => {
    if (!isNear || !viewport.current) return;
    return startIn(viewport.current, setEmbla);
  }, [isNear, viewport]);

  useEffect(() => {
    if (!embla) return;
    embla.on("select", () => setCurrent(embla.selectedScrollSnap())).on("pointerDown", () => setMode("stopped"));
    if (prefersReducedMotion()) setMode("stopped");
    for (const direction of waiting.current.splice(0)) go(embla, direction);
  }, [embla]);

  useEffect(() => {
    if (!embla || !isTurning) return;
    const timer = setInterval(() => document.hidden || go(embla, "next"), secondsPerCard * 1000);
    return () => clearInterval(timer);
  }, [embla, isTurning]);

  const turn = (direction: Direction) => {
    setMode("stopped");
    if (embla) go(embla, direction);
    else waiting.current.push(direction);
  };
  const hold = {
    onMouseEnter: () => setHovered(true),
    onMouseLeave: () => setHovered(false),
    onFocus: () => setFocused(true),
    onBlur: () => setFocused(false),
    onKeyDown: (event: KeyboardEvent) => {
      const direction = arrows[event.key];
      if (!direction || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      turn(direction);
    },
  };
  return {
    current,
    isPlaying: mode !== "stopped",
    isRunning: embla !== undefined,
    onPlay: (isPlaying: boolean) => setMode(isPlaying ? "started" : "stopped"),
    onTurn: turn,
    hold,
  };
}

/** @returns the function that ends it. Without Embla the cards stand still. */
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

/** True once the element was within a screen's height of the viewport. */
export function useInView(element: RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (isNear || !element.current) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), {
      rootMargin: "100%",
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, isNear]);
  return isNear;
}

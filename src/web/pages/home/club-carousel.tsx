import { useRef } from "react";
import { CarouselFrame } from "./carousel-frame.tsx";
import { useCarousel, useInView } from "./use-carousel.ts";

/** Five cards in a loop. */
export function ClubCarousel() {
  const viewport = useRef<HTMLDivElement>(null);
  const { hold, ...frame } = useCarousel(viewport, useInView(viewport));
  return (
    <div {...hold}>
      <CarouselFrame viewport={viewport} {...frame} />
    </div>
  );
}

import { useRef } from "react";
import { useNearView } from "#web/lib/use-near-view.ts";
import { CarouselFrame } from "./carousel-frame.tsx";
import { useTurning } from "./use-turning.ts";

/** Five cards in a loop. */
export function ClubCarousel() {
  const viewport = useRef<HTMLDivElement>(null);
  const { hold, ...frame } = useTurning(viewport, useNearView(viewport));
  return (
    <div {...hold}>
      <CarouselFrame viewport={viewport} {...frame} />
    </div>
  );
}

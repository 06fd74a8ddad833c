import { lazy, Suspense, useRef } from "react";
import { useNearView } from "#web/lib/use-near-view.ts";
import { CarouselFrame } from "./carousel-frame.tsx";

const TurningCarousel = lazy(() =>
  import("./turning-carousel.tsx").then(
    (module) => ({ default: module.TurningCarousel }),
    () => ({ default: StillCarousel }),
  ),
);

/** Five cards. What turns them is loaded when they come near; until then the first one stands there. */
export function ClubCarousel() {
  const place = useRef<HTMLDivElement>(null);
  const isNear = useNearView(place);
  return (
    <div ref={place}>
      {isNear ? (
        <Suspense fallback={<StillCarousel />}>
          <TurningCarousel />
        </Suspense>
      ) : (
        <StillCarousel />
      )}
    </div>
  );
}

const StillCarousel = () => <CarouselFrame current={0} />;

import { CarouselFrame } from "./carousel-frame.tsx";
import { useTurning } from "./use-turning.ts";

export function TurningCarousel() {
  const { viewport, current, isTaken, turn, hold } = useTurning();
  return (
    <div {...hold}>
      <CarouselFrame viewport={viewport} current={current} isTaken={isTaken} onTurn={turn} />
    </div>
  );
}

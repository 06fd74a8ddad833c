import { Decoration } from "./decoration.tsx";
import lines from "./drawn/banner-lines.svg";
import sticks from "./drawn/banner-sticks.svg";
import still from "./drawn/banner-still.svg";

/**
 * The flame of the join-now banner, for a `position: relative; overflow: hidden` band of pine-deep, at least 450 px
 * high from 900 px on. Decorative.
 */
export function BannerFlame() {
  return (
    <div className="banner-flame">
      <Decoration className="banner-flame-lines" src={lines} loading="lazy" />
      <picture>
        <source media="(prefers-reduced-motion: reduce)" srcSet={still} />
        <Decoration className="banner-flame-sticks" src={sticks} loading="lazy" />
      </picture>
    </div>
  );
}

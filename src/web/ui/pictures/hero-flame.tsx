import { Decoration } from "./decoration.tsx";
import tallLines from "./drawn/hero-tall-lines.svg";
import tallSticks from "./drawn/hero-tall-sticks.svg";
import tallStill from "./drawn/hero-tall-still.svg";
import wideLines from "./drawn/hero-wide-lines.svg";
import wideSticks from "./drawn/hero-wide-sticks.svg";
import wideStill from "./drawn/hero-wide-still.svg";

const description =
  "Many small lines, one per contribution, rise from a row of dots, gather, and become a single flame";
const fromWide = "(min-width: 900px)";
const calm = "(prefers-reduced-motion: reduce)";

/**
 * The line-flame of the home page. It comes after the words, in a `position: relative; overflow: hidden` section: below
 * 900 px it stands under them; from 900 px on it lies on the section's lower edge, so give the words `relative z-1`.
 */
export function HeroFlame() {
  return (
    <div className="hero-flame">
      <picture>
        <source media={fromWide} srcSet={wideLines} />
        <img className="hero-flame-lines" src={tallLines} alt={description} fetchPriority="high" />
      </picture>
      <picture>
        <source media={`${fromWide} and ${calm}`} srcSet={wideStill} />
        <source media={fromWide} srcSet={wideSticks} />
        <source media={calm} srcSet={tallStill} />
        <Decoration className="hero-flame-sticks" src={tallSticks} loading="lazy" />
      </picture>
    </div>
  );
}

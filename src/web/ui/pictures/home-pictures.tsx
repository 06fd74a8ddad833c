import { Decoration } from "./decoration.tsx";
import lines from "./drawn/banner-lines.svg";
import sticks from "./drawn/banner-sticks.svg";
import still from "./drawn/banner-still.svg";
import card1 from "./drawn/carousel-1.svg";
import card2 from "./drawn/carousel-2.svg";
import card3 from "./drawn/carousel-3.svg";
import card4 from "./drawn/carousel-4.svg";
import card5 from "./drawn/carousel-5.svg";
import tallLines from "./drawn/hero-tall-lines.svg";
import tallSticks from "./drawn/hero-tall-sticks.svg";
import tallStill from "./drawn/hero-tall-still.svg";
import wideLines from "./drawn/hero-wide-lines.svg";
import wideSticks from "./drawn/hero-wide-sticks.svg";
import wideStill from "./drawn/hero-wide-still.svg";
import step1 from "./drawn/step-1.svg";
import step2 from "./drawn/step-2.svg";
import step3 from "./drawn/step-3.svg";
import step4 from "./drawn/step-4.svg";
import step5 from "./drawn/step-5.svg";
import step6 from "./drawn/step-6.svg";

const description =
  "Many small lines, one per contribution, rise from a row of dots, gather, and become a single flame";
const fromWide = "(min-width: 900px)";
const calm = "(prefers-reduced-motion: reduce)";

/** Absolute from 900 px on: needs a `relative overflow-hidden` section, and words with `relative z-1`. */
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

/** Needs a `relative overflow-hidden` band, at least 450 px high from 900 px on. */
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

const cards = [card1, card2, card3, card4, card5];

/** @param n from 1 to 5. */
export function CarouselPicture({ n }: { n: number }) {
  return (
    <Decoration className="carousel-picture" src={cards[n - 1] ?? card1} width={480} height={262} loading="lazy" />
  );
}

const steps = [step1, step2, step3, step4, step5, step6];

/** @param n from 1 to 6. */
export function StepPicture({ n }: { n: number }) {
  return <Decoration className="step-picture" src={steps[n - 1] ?? step1} width={160} height={112} loading="lazy" />;
}
